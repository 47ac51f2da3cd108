// Writes the committed CVs: `node tests/proofs/documents/cvs/write-cvs.ts`.
import { mkdir, writeFile } from 'node:fs/promises'
import { composeCvs } from './compose-cvs.ts'

const folder = new URL('written/', import.meta.url)
await mkdir(folder, { recursive: true })
for (const { name, text, truth } of composeCvs()) {
  await writeFile(new URL(`${name}.txt`, folder), text)
  await writeFile(new URL(`${name}.json`, folder), `${JSON.stringify(truth, null, 2)}\n`)
}
