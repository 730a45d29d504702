"""What is raised."""


class Error(Exception):
    """Anything that wavecc complains of."""


class Handle:
    """What the libraries hold for this process alone: a copy would be freed twice."""

    def __reduce_ex__(self, protocol):
        raise TypeError("a wavecc.%s can be neither copied nor pickled" % type(self).__name__)


class Diagnostic:
    """What the compiler says of a place: severity is "note", "remark", "warning", "error" or "fatal"; line and
    column count from 1 and are 0 where it is about no place; group is that of -Wgroup, or ""."""

    SEVERITIES = ("note", "remark", "warning", "error", "fatal")

    def __init__(self, severity, file, line, column, group, message):
        self.severity, self.file, self.line, self.column = severity, file, line, column
        self.group, self.message = group, message

    def __repr__(self):
        place = "%s:%d:%d: " % (self.file, self.line, self.column) if self.line else ""
        return "<%s%s: %s>" % (place, self.severity, self.message)


class CompileError(Error):
    """HLSL that does not compile, or a compiler that cannot: str() has wavecc's messages, with lines and carets,
    `diagnostics` the list of them, `status` wavecc's exit status."""

    def __init__(self, messages, diagnostics, status):
        super().__init__(messages.rstrip("\n"))
        self.diagnostics, self.status = diagnostics, status

    def __reduce__(self):
        return type(self), (str(self), self.diagnostics, self.status)


class RunError(Error):
    """A dispatch that cannot be, or failed: bad names, arrays that do not fit, a time-out, a fault that --check
    found. `messages` are the lines that arose."""

    def __init__(self, text, messages=()):
        self.messages = [message for message in messages if text not in message]
        super().__init__("\n".join([text, *self.messages]))
