#!/bin/sh
# Feature of Dev Containers: copy this folder to .devcontainer/hangar and name it in .devcontainer/devcontainer.json:
#
#   "features": { "./hangar": {} }, "forwardPorts": [4100], "postStartCommand": "nohup hangar serve > /tmp/hangar.log 2>&1 &"
#
# Programs in the container then find it in HANGAR_URL and HANGAR_API_KEY; the window is at http://127.0.0.1:4100.
set -eu

if ! command -v npm > /dev/null; then
  echo 'Hangar needs Node 20.19 or newer: use an image with Node, or add the feature "node" before this one.' >&2
  exit 1
fi
case ${VERSION:-latest} in
  *.tgz) package=$VERSION ;;
  *) package=hangar@${VERSION:-latest} ;;
esac
npm install --global --no-audit --no-fund "$package"
