"""Training nets by self-play: PPO in PyTorch on batches of compiled games. Needs the extra `train`.

`fattorino train GAME` is the command; the bot `net` plays the result with NumPy alone.
"""
