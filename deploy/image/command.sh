#!/bin/sh
# The four commands of the image are links to this file. The flags are explained in foundation/service/src/node-flags.ts.
app=${0##*/}
[ "$app" = gatehouse ] && app=cli
exec node --max-semi-space-size=16 --no-allocation-site-pretenuring --heap-growing-percent=200 "/app/apps/$app/src/main.ts" "$@"
