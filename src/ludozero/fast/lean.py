# mypy: disable-error-code="no-untyped-call, attr-defined, misc, method-assign"
"""Three ways to less work, that lean on Numba's inside: compile.py imports them where they were tried.

Numba optimises and assembles every function it meets, and then once more inside each of its callers. Callees that
only compiled functions call can stay raw: they are linked into what Python calls, and optimised there, once.
And Numba copies a record byte by byte, leaving it to the optimiser to see through that; a block move says it at once.
Together that is a third less compiling. When Python calls, Numba asks a record for its bytes as a buffer, and NumPy
then spells out all its fields; but a record, as NumPy's headers have it, says itself where they are.
"""

from ctypes import c_void_p
from typing import Any

import numpy as np
from numba.core import boxing, pythonapi, types  # noqa: F401 - boxing brings the ways that Numba has itself
from numba.core.cgutils import pointer_add, raw_memcpy
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.cpu import CPUContext
from numba.core.pythonapi import NativeValue
from numba.core.typed_passes import NativeLowering


class RawLibrary(JITCodeLibrary):
    """Code of a callee and of what it calls, linked but neither optimised nor assembled."""

    _codegen: Any
    _final_module: Any
    _linking_libraries: list[Any]

    @property
    def codegen(self) -> Any:
        """Raw code has no environment in memory that could be set."""
        return self

    def set_env(self, name: str, env: Any) -> None:
        """Nothing to set."""

    def create_ir_module(self, name: str) -> Any:
        self._raise_if_finalized()
        return self._codegen._create_empty_module(name)

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout

    def get_pointer_to_function(self, name: str) -> int:  # noqa: ARG002
        self._ensure_finalized()
        return 0

    def finalize(self) -> None:
        self._raise_if_finalized()
        for library in dict.fromkeys(self._linking_libraries):
            getattr(self, "_reload_init", set()).update(getattr(library, "_reload_init", ()))
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)
class RawLowering(NativeLowering):
    """Lowering into a raw library."""

    _name = "raw_lowering"

    def run_pass(self, state: Any) -> bool:
        state.library = RawLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        return bool(super().run_pass(state))


class RawCompiler(CompilerBase):
    """Numba's own passes but for the lowering."""

    def define_pipelines(self) -> list[Any]:
        manager = DefaultPassBuilder.define_nopython_pipeline(self.state)
        manager.passes = [(RawLowering, why) if it is NativeLowering else (it, why) for it, why in manager.passes]
        manager.finalize()
        return [manager]


def pack_value(self: Any, builder: Any, kind: Any, value: Any, place: Any, align: int | None = None) -> None:
    """How a value is put into memory."""
    if isinstance(kind, types.Record):
        raw_memcpy(builder, place, value, self.get_constant(types.intp, kind.size), 1, align or 1)
    else:
        super(CPUContext, self).pack_value(builder, kind, value, place, align)


CPUContext.pack_value = pack_value


PLACE = object.__basicsize__ + np.dtype(np.intp).itemsize  # in a record: after what all objects have, and its length


def unboxed(kind: Any, record: Any, c: Any) -> NativeValue:
    """Where a record's bytes are."""
    known = c.context.get_value_type(kind)
    return NativeValue(c.builder.load(pointer_add(c.builder, record, PLACE, known.as_pointer())))


def as_thought() -> bool:
    """Whether this NumPy has a record's bytes there."""
    record = np.zeros(1, [("byte", np.int8)])[0]
    return bool(c_void_p.from_address(id(record) + PLACE).value == record.__array_interface__["data"][0])


if as_thought():
    pythonapi._unboxers.functions[types.Record] = unboxed
