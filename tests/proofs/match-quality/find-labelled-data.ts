import { access } from 'node:fs/promises'

// The sets have their own licences and are not part of the repository.
const candidates = ['../../../../shared/data/', '../../../../../shared/data/']

/** Folder of the labelled sets, or undefined if they are missing. LABELLED_DATA overrides where to look. */
export async function findLabelledData(): Promise<URL | undefined> {
  const chosen = process.env['LABELLED_DATA']
  const folders = chosen
    ? [new URL(`file://${chosen.replace(/\/*$/, '/')}`)]
    : candidates.map((path) => new URL(path, import.meta.url))
  for (const folder of folders) {
    const isThere = await access(new URL('talentclef-dev-ro/qrels.tsv', folder)).then(
      () => true,
      () => false,
    )
    if (isThere) return folder
  }
  return undefined
}
