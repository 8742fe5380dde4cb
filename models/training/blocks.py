"""The layers that both networks are made of."""

from __future__ import annotations

from torch import Tensor, nn


class Residual(nn.Module):
    """Two 3 x 3 convolutions whose result is added to what went in."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.body = nn.Sequential(*convolution(channels, channels), nn.Conv2d(channels, channels, 3, 1, 1, bias=False),
                                  nn.BatchNorm2d(channels))  # fmt: skip
        self.activation = nn.ReLU(inplace=True)

    def forward(self, x: Tensor) -> Tensor:
        """(n, channels, h, w) -> the same shape."""
        result: Tensor = self.activation(x + self.body(x))
        return result


def convolution(inputs: int, outputs: int, stride: int = 1, side: int = 3) -> list[nn.Module]:
    """A convolution with its batch norm and ReLU."""
    return [
        nn.Conv2d(inputs, outputs, side, stride, side // 2, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    ]
