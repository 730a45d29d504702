"""What pip asks of a project (PEP 517): a wheel of the package as it lies here, which remembers the tree that
it comes from, since the libraries are there."""
import base64
import hashlib
import os
import re
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))


def _project():
    with open(os.path.join(HERE, "pyproject.toml"), encoding="utf-8") as file:
        return dict(re.findall(r'^(name|version|description|requires-python) = "(.*)"$', file.read(), re.M))


def _home():
    """PREFIX of PREFIX/share/wavecc/python, or the build folder of a source tree."""
    built = os.path.join(HERE, "..", "..", "build")
    return os.path.realpath(built if os.path.isdir(built) else os.path.join(HERE, "..", "..", ".."))


def _files(project, info):
    package = os.path.join(HERE, "wavecc")
    for name in sorted(os.listdir(package)):
        if name.endswith(".py") and name != "_home.py":
            with open(os.path.join(package, name), "rb") as file:
                yield "wavecc/" + name, file.read()
    yield "wavecc/_home.py", ("HOME = %r\n" % _home()).encode()
    yield info + "/METADATA", ("Metadata-Version: 2.1\nName: %(name)s\nVersion: %(version)s\nSummary: %(description)s\n"
                               "Requires-Python: %(requires-python)s\n" % project).encode()
    yield info + "/WHEEL", b"Wheel-Version: 1.0\nGenerator: wavecc\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    project = _project()
    stem = "%(name)s-%(version)s" % project
    info, record = stem + ".dist-info", []
    name = stem + "-py3-none-any.whl"
    with zipfile.ZipFile(os.path.join(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in _files(project, info):
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record.append("%s,sha256=%s,%d\n" % (path, digest, len(data)))
            wheel.writestr(path, data)
        wheel.writestr(info + "/RECORD", "".join(record) + info + "/RECORD,,\n")
    return name
