// Measures the built console against its budget of gzipped JavaScript, and fails if a part is above it. A page counts with
// everything that it loads before it is drawn and that the first page has not loaded. The widgets are loaded on first
// use and have a budget of their own. Run after `vite build`; `pnpm console:build` does both.
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Chunk, weighBuild } from './weigh-build.ts'

const dist = join(import.meta.dirname, '../dist')
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
const gzipBytes = (file: string) => statSync(join(dist, `${file}.gz`)).size

const weights = weighBuild(manifest, gzipBytes)
let isOver = false
for (const { name, bytes, bytesMax } of weights) {
  const verdict = bytes > bytesMax ? 'OVER' : 'ok'
  isOver ||= bytes > bytesMax
  console.log(
    `${name.padEnd(28)} ${(bytes / 1_000).toFixed(1).padStart(6)} of ${bytesMax / 1_000} kB  ${verdict}`,
  )
}
process.exitCode = isOver ? 1 : 0
