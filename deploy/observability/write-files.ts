// Writes the files that Prometheus, promtool and Grafana read: `pnpm alerts`.
import { mkdir, writeFile } from 'node:fs/promises'
import { composeFiles } from './compose-files.ts'

await mkdir(new URL('dashboards/', import.meta.url), { recursive: true })
for (const [path, content] of composeFiles()) await writeFile(new URL(`../${path}`, import.meta.url), content)
