import { glob } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Proof } from '../proof.ts'

const directory = new URL('../', import.meta.url)

/** Every proof of the repository, ordered by name. */
export async function listProofs(): Promise<Proof[]> {
  const files = await Array.fromAsync(glob('**/*.proof.ts', { cwd: fileURLToPath(directory) }))
  const proofs = await Promise.all(
    files.map(async (file) => {
      const { proof } = (await import(new URL(file, directory).href)) as { proof?: Proof }
      if (proof?.name !== basename(file, '.proof.ts'))
        throw new Error(`${file} must export a proof whose name is the file's`)
      return proof
    }),
  )
  return proofs.toSorted((left, right) => left.name.localeCompare(right.name))
}
