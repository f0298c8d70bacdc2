"""Nets that learn a game by playing it: PPO in PyTorch on batches of compiled games. Needs the extra `train`.

`fattorino train GAME` is the command; what it writes is played by the bot `net`, with NumPy alone.
"""
