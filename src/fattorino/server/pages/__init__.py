"""The pages people see, and the parts of them that change."""
