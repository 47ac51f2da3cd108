import { glob } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Proof } from './proof.ts'

const directory = fileURLToPath(new URL('./', import.meta.url))

/** Every proof there is, by name. */
export async function listProofs(): Promise<Proof[]> {
  const files = (await Array.fromAsync(glob('*.proof.ts', { cwd: directory }))).sort()
  return Promise.all(
    files.map(async (file) => {
      const { proof } = (await import(new URL(file, import.meta.url).href)) as { proof?: Proof }
      if (proof?.name !== basename(file, '.proof.ts'))
        throw new Error(`${file} must export a proof of its name`)
      return proof
    }),
  )
}
