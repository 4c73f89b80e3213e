"""The training loop: a fixed time of steps, at a learning rate that rises, stays and falls to zero."""
import contextlib
import time

import numpy as np
import torch

from network import muon
from network.buffer import to_tensors
from network.layers import use_flex, uses_flex
from network.masks import dense_mask, flex_mask
from network.model import is_matrix
from network.weights import export

WARM_UP = 100                       # steps
ADAM_BETAS = (0.9, 0.95)
LARGEST_GRADIENT = 1.0              # norm, of what Adam trains
LOG_EVERY, SMOKE_LOG_EVERY = 100, 5
AVERAGED_LOSSES = 50


def _autocast():
    """Mixed precision on the GPU."""
    return torch.autocast("cuda", dtype=torch.bfloat16)


class Trainer:
    """Trains a model with Muon for the matrices of the blocks and Adam for the rest."""

    def __init__(self, model, device, length, options, log):
        """length: of the sequences.  options: those of the command line.  log: a function like print."""
        self.model, self.device, self.options, self.log = model, device, options, log
        if device == "cuda":
            self._speed_up(length)
        else:
            self.precision, self.make_mask = contextlib.nullcontext, dense_mask
        parameters = list(model.named_parameters())
        matrices = [parameter for name, parameter in parameters if is_matrix(name, parameter)]
        self.rest = [parameter for name, parameter in parameters if not is_matrix(name, parameter)]
        self.muon = muon.Muon(matrices, options.lr)
        self.adam = torch.optim.AdamW(self.rest, lr=options.adam, betas=ADAM_BETAS, weight_decay=0.0)
        self.steps, self.tokens, self.losses = 0, 0, []
        self.start = None            # time after the first backward pass: compiling does not count

    def _speed_up(self, length):
        """FlexAttention and compiled parts, for the GPU."""
        torch.set_float32_matmul_precision("high")
        from torch.nn.attention.flex_attention import flex_attention
        use_flex(flex_attention)
        self.make_mask = flex_mask(length)
        for block in self.model.blk:
            block.compile(dynamic=False)
        muon.compile_steps()
        self.precision = _autocast

    def _slow_down(self):
        """Dense masks, where FlexAttention does not work."""
        use_flex(None)
        torch._dynamo.reset()
        self.model.zero_grad(set_to_none=True)
        self.make_mask = dense_mask

    def train(self, data):
        """Takes batches from the data until the time is over; exports once half way."""
        exported = False
        while True:
            batch = [tensor.to(self.device, non_blocking=True) for tensor in data.batch(self.options.batch)]
            try:
                loss, accuracy = self._backward(*batch)
            except Exception as error:
                if self.start is not None or not uses_flex():
                    raise
                self.log("flex failed:", repr(error)[:400])
                self._slow_down()
                continue
            if self.start is None:
                self.log("first step done; loaded", data.loaded)
                self.start = time.time()
            done = (time.time() - self.start) / self.options.seconds
            factor = self._step(done)
            self.tokens += batch[0].numel()
            self.losses.append(loss.detach())
            if self.steps % (SMOKE_LOG_EVERY if self.options.smoke else LOG_EVERY) == 0:
                self._report(done, factor, accuracy, data)
            if done >= 0.5 and not exported:
                exported = True
                export(self.model, self.options.out)
                self.log("early export")
            if done >= 1:
                break

    def _backward(self, tokens, positions, segments, weights):
        """Gradients of one batch: (loss, accuracy)."""
        mask = self.make_mask(segments)
        with self.precision():
            loss, accuracy = self.model.loss(tokens, positions, mask, weights)
        loss.backward()
        return loss, accuracy

    def _step(self, done):
        """One step of both optimizers; gives the factor of the learning rates."""
        factor = (min(1.0, (self.steps + 1) / WARM_UP)
                  * min(1.0, max(0.0, (1 - done) / (1 - self.options.hold))))
        self.muon.step(factor)
        for group in self.adam.param_groups:
            group["lr"] = self.options.adam * factor
        torch.nn.utils.clip_grad_norm_(self.rest, LARGEST_GRADIENT)
        self.adam.step()
        self.model.zero_grad(set_to_none=True)
        self.steps += 1
        return factor

    def _report(self, done, factor, accuracy, data):
        """Logs where the training is."""
        loss = torch.stack(self.losses[-AVERAGED_LOSSES:]).mean().item()
        self.log("step %d f %.3f loss %.4f acc %.4f lr %.3f Mtok %.1f tok/s %.0f loaded %d buf %d" % (
            self.steps, done, loss, accuracy.item(), factor, self.tokens / 1e6,
            self.tokens / (time.time() - self.start), data.loaded, len(data.rows)))

    def validate(self, rows):
        """Logs loss and accuracy over full batches of the rows."""
        self.model.eval()
        size = self.options.batch
        losses, accuracies = [], []
        with torch.no_grad():
            for i in range(0, len(rows), size):
                if i + size > len(rows):
                    break
                tokens, positions, segments, weights = [tensor.to(self.device)
                                                        for tensor in to_tensors(rows[i:i + size])]
                with self.precision():
                    loss, accuracy = self.model.loss(tokens, positions, self.make_mask(segments), weights)
                losses.append(loss.item())
                accuracies.append(accuracy.item())
            if losses:
                self.log("val loss %.4f acc %.4f" % (np.mean(losses), np.mean(accuracies)))
