"""What channels are told, and when: boards, calls, notices, and what stands where."""
