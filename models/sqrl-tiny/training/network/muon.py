"""The Muon optimizer for matrices."""
import torch


def newton_schulz(G, steps=5):
    """The stack of matrices made nearly orthogonal by Newton-Schulz steps."""
    X = G.bfloat16() if G.is_cuda else G
    is_tall = X.shape[-2] > X.shape[-1]
    if is_tall:
        X = X.transpose(-1, -2)
    X = X / (X.norm(dim=(-2, -1), keepdim=True) + 1e-7)
    for _ in range(steps):
        A = X @ X.transpose(-1, -2)
        X = 3.4445 * X + (-4.7750 * A + 2.0315 * (A @ A)) @ X
    return X.transpose(-1, -2) if is_tall else X


def compile_steps():
    """Has the Newton-Schulz steps compiled."""
    global newton_schulz
    newton_schulz = torch.compile(newton_schulz, dynamic=False)


class Muon:
    """Muon over groups of matrices of the same shape."""

    def __init__(self, parameters, rate, momentum=0.95, decay=0.02):
        self.groups = {}
        for parameter in parameters:
            self.groups.setdefault(tuple(parameter.shape), []).append(parameter)
        self.buffers = {shape: torch.zeros(len(group), *shape, device=group[0].device)
                        for shape, group in self.groups.items()}
        self.rate, self.momentum, self.decay = rate, momentum, decay

    @torch.no_grad()
    def step(self, factor):
        """One step at the learning rate times the factor."""
        for shape, group in self.groups.items():
            gradients = torch.stack([parameter.grad for parameter in group]).float()
            buffer = self.buffers[shape]
            buffer.lerp_(gradients, 1 - self.momentum)
            scale = max(1, shape[0] / shape[1]) ** 0.5
            updates = newton_schulz(gradients.lerp(buffer, self.momentum)).float() * scale
            rate = self.rate * factor
            torch._foreach_mul_(group, 1 - rate * self.decay)
            torch._foreach_add_(group, [update for update in updates], alpha=-rate)
