# The plugin comes with the package that `npm install` brings.
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent / "node_modules" / "hangar" / "recipes" / "pytest"))
pytest_plugins = ["pytest_hangar"]
