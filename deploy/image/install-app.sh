#!/bin/sh
# Runs in the first stage of the image: builds the console, installs what runs, and removes everything else, so that two
# builds of one commit give the same files.
set -eu
cd /app
export CI=1
version=$(sed -n 's/.*"packageManager": "pnpm@\([^"+]*\)".*/\1/p' package.json)
command -v pnpm >/dev/null || npm install --global --no-audit --no-fund "pnpm@$version"

pnpm install --frozen-lockfile --ignore-scripts --filter @gatehouse/console
node apps/console/node_modules/vite/bin/vite.js build apps/console
mv apps/console/dist /tmp/console
find . -name node_modules -prune -exec rm -rf {} +

# --filter-prod leaves out the packages that only tests of these four need.
pnpm install --frozen-lockfile --ignore-scripts --prod --filter-prod '@gatehouse/gateway...' --filter-prod '@gatehouse/backend...' \
  --filter-prod '@gatehouse/ai-service...' --filter-prod '@gatehouse/cli...'
# Declarations, sources in TypeScript, source maps and pages for people are some 95 MB that no process reads, and of pdfjs
# only its build for Node is used.
find node_modules -type f \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.tsx' \) -delete
find node_modules -type f -name '*.md' ! -iname 'license*' ! -iname 'notice*' -delete
rm -rf node_modules/.pnpm/pdfjs-dist@*/node_modules/pdfjs-dist/build node_modules/.pnpm/pdfjs-dist@*/node_modules/pdfjs-dist/web
rm -rf apps/console tests testkit apps/*/tools domain/*/tools tsconfig.json
mkdir apps/console
mv /tmp/console apps/console/dist
# Times and paths of this install, which pnpm needs only for the next one.
rm -f node_modules/.modules.yaml node_modules/.pnpm-workspace-state*.json

mkdir /commands /objects
cp deploy/image/command.sh /commands/gateway
chmod 755 /commands/gateway
for name in backend ai-service gatehouse; do ln -s gateway "/commands/$name"; done
rm -rf deploy
chmod -R go+rX,go-w /app
