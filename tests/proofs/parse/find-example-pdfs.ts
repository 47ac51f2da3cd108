import { access, glob } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

// The examples have a licence of their own and are no part of the repository; it works without them.
const candidates = ['../../../../shared/data/', '../../../../../shared/data/']

/** The example PDFs, or none where they are absent. LABELLED_DATA names another place. */
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
