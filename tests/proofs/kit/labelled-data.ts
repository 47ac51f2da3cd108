// Labelled sets and example PDFs, which have their own licences and are not part of the repository. Proofs that need them
// are not measured without them.
import { access, glob } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const candidates = ['../../../../shared/data/', '../../../../../shared/data/']

/** Folder of the labelled sets, or undefined if they are missing. LABELLED_DATA overrides where to look. */
export function findLabelledSets(): Promise<URL | undefined> {
  return findFolder('talentclef-dev-ro/qrels.tsv')
}

/** Paths of the example PDFs; empty if they are missing. LABELLED_DATA overrides where to look. */
export async function findExamplePdfs(): Promise<string[]> {
  const folder = await findFolder('parse-pdfs')
  if (!folder) return []
  const examples = fileURLToPath(new URL('parse-pdfs', folder))
  const files = await Array.fromAsync(glob('*/*.pdf', { cwd: examples }))
  return files.sort().map((file) => `${examples}/${file}`)
}

/** ESCO's skills as published, or undefined if the file is missing. LABELLED_DATA overrides where to look. */
export async function findEscoSkills(): Promise<URL | undefined> {
  const file = 'taxonomy/esco_skills_en.csv'
  const folder = await findFolder(file)
  return folder && new URL(file, folder)
}

async function findFolder(entry: string): Promise<URL | undefined> {
  const chosen = process.env['LABELLED_DATA']
  const folders = chosen
    ? [new URL(`file://${chosen.replace(/\/*$/, '/')}`)]
    : candidates.map((path) => new URL(path, import.meta.url))
  for (const folder of folders) {
    const exists = await access(new URL(entry, folder)).then(
      () => true,
      () => false,
    )
    if (exists) return folder
  }
  return undefined
}
