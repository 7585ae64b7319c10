"""A value that is worked out when it is first asked for, and kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

_T = TypeVar("_T")


class lazily(Generic[_T]):  # noqa: N801 - used as a decorator, like property
    """As functools.cached_property, without its lock, which every thread would wait for: two threads that ask at once
    work out the same value."""

    def __init__(self, read: Callable[[Any], _T]) -> None:
        self._read = read
        self.__doc__ = read.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> lazily[_T]: ...
    @overload
    def __get__(self, instance: object, owner: type) -> _T: ...
    def __get__(self, instance: object | None, owner: type) -> lazily[_T] | _T:
        if instance is None:
            return self
        value = instance.__dict__[self._name] = self._read(instance)
        return value
