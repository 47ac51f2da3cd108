#!/usr/bin/env bash
# Makes the two base images without a registry: localhost/gatehouse-debian from Debian packages, and localhost/gatehouse-node
# with the pinned Node and pnpm. Needs buildah and mmdebstrap, and Node from `pnpm install` or in NODE_BINARY.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
buildah inspect --type image localhost/gatehouse-node >/dev/null 2>&1 && exit 0

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mmdebstrap --quiet --variant=minbase --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
  --dpkgopt='path-exclude=/usr/share/locale/*' bookworm "$work/base.tar"
container=$(buildah from scratch)
buildah add --quiet "$container" "$work/base.tar" /
buildah commit --quiet "$container" localhost/gatehouse-debian

version=$(sed -n 's/.*"packageManager": "pnpm@\([^"+]*\)".*/\1/p' "$root/package.json")
pnpm=$(npm exec --yes --package="pnpm@$version" -- sh -c 'readlink -f "$(command -v pnpm)"')
buildah copy --quiet "$container" "$(readlink -f "${NODE_BINARY:-$root/node_modules/node/bin/node}")" /usr/local/bin/node
buildah copy --quiet "$container" "$pnpm" /usr/local/bin/pnpm
# This machine's authorities, for a registry behind a proxy; the last stage does not have them.
buildah copy --quiet "$container" /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
buildah config --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt "$container"
buildah commit --quiet --rm "$container" localhost/gatehouse-node
