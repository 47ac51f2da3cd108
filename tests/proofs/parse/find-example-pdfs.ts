import { access, glob } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

// The examples have their own licence and are not part of the repository.
const candidates = ['../../../../shared/data/', '../../../../../shared/data/']

/** Paths of the example PDFs; empty if they are missing. LABELLED_DATA overrides where to look. */
export async function findExamplePdfs(): Promise<string[]> {
  const chosen = process.env['LABELLED_DATA']
  const folders = chosen ? [chosen] : candidates.map((path) => fileURLToPath(new URL(path, import.meta.url)))
  for (const folder of folders) {
    const examples = `${folder.replace(/\/*$/, '')}/parse-pdfs`
    const isThere = await access(examples).then(
      () => true,
      () => false,
    )
    if (!isThere) continue
    const files = await Array.fromAsync(glob('*/*.pdf', { cwd: examples }))
    return files.sort().map((file) => `${examples}/${file}`)
  }
  return []
}
