#!/usr/bin/env bash
# Builds the image from the committed files: deploy/image/build.sh [--local-base] NAME. Needs buildah. With --local-base the
# base images are made from Debian packages instead of being pulled from a registry.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
arguments=()
if [ "${1:-}" = --local-base ]; then
  shift
  "$root/deploy/image/local-base.sh"
  arguments+=(--build-arg NODE_IMAGE=localhost/gatehouse-node --build-arg RUN_IMAGE=localhost/gatehouse-debian)
fi
name=${1:?usage: deploy/image/build.sh [--local-base] NAME}

context=$(mktemp -d)
trap 'rm -rf "$context"' EXIT
git -C "$root" archive HEAD | tar -x -C "$context"
# The time of the commit on every file and in the image, so that a rebuild gives the same layers.
buildah build --layers=false --timestamp "$(git -C "$root" log -1 --format=%ct)" "${arguments[@]}" \
  --ignorefile "$context/deploy/image/Containerfile.dockerignore" \
  --file "$context/deploy/image/Containerfile" --tag "$name" "$context"
