"""What all commands and panels are made of: buttons, forms, layout, answers, places, who may."""
