#!/usr/bin/env bash
# Writes the bill of materials of the image's npm packages as CycloneDX JSON: deploy/image/write-sbom.sh FILE. It is made from the
# lockfile, so it needs neither the image nor an install.
set -euo pipefail
file=$(realpath -m "${1:?usage: deploy/image/write-sbom.sh FILE}")
cd "$(dirname "$0")/../.."
version=$(sed -n 's/.*"packageManager": "pnpm@\([^"+]*\)".*/\1/p' package.json)
npm exec --yes --package="pnpm@$version" -- pnpm sbom --sbom-format cyclonedx --sbom-type application --prod --lockfile-only \
  --filter-prod '@gatehouse/gateway...' --filter-prod '@gatehouse/backend...' --filter-prod '@gatehouse/ai-service...' \
  --filter-prod '@gatehouse/cli...' >"$file"
