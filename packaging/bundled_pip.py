"""Run the pip that comes with Python from where it lies: installing it takes longer than what it has to do.

python packaging/bundled_pip.py install PACKAGE
"""

import ensurepip
import runpy
import sys
import sysconfig
from pathlib import Path

folders = (sysconfig.get_config_var("WHEEL_PKG_DIR"), Path(ensurepip.__file__).parent / "_bundled")
wheels = [wheel for folder in folders if folder for wheel in Path(folder).glob("pip-*.whl")]
sys.path.insert(0, str(wheels[0]))
runpy.run_module("pip", run_name="__main__", alter_sys=True)
