// The files in which ESCO and O*NET publish their taxonomies, distinguished by their columns.
import { foldName } from './fold-name.ts'
import type { TableRow } from './read-table.ts'

export type TaxonomyScheme = 'esco' | 'onet'
export type TaxonomyKind = 'skill' | 'occupation'

/** One row of a file: a concept and names for it. */
export type TaxonomyEntry = {
  conceptId: string
  /** Null if this file has no labels; another file of the same scheme provides them. */
  label: string | null
  names: readonly string[]
  iscoGroup: string | null
}

export type TaxonomySource = {
  /** Key of the file: a later import under the same name replaces this one. */
  name: string
  scheme: TaxonomyScheme
  kind: TaxonomyKind
  columns: readonly string[]
  read(row: TableRow): TaxonomyEntry | undefined
}

const soc = 'O*NET-SOC Code'

/** The first source whose columns are all present is used. */
export const taxonomySources: readonly TaxonomySource[] = [
  {
    name: 'esco-occupations',
    scheme: 'esco',
    kind: 'occupation',
    columns: ['conceptUri', 'iscoGroup', 'preferredLabel', 'altLabels'],
    read: (row) => readEsco(row, /^\d{1,4}$/.exec(row.get('iscoGroup') ?? '')?.[0] ?? null),
  },
  {
    name: 'esco-skills',
    scheme: 'esco',
    kind: 'skill',
    columns: ['preferredLabel', 'altLabels', 'skillType'],
    read: (row) => readEsco(row, null),
  },
  {
    name: 'onet-technology-skills',
    scheme: 'onet',
    kind: 'skill',
    columns: [soc, 'Example', 'Commodity Code'],
    // O*NET assigns no ids to technologies, so the folded name is the id.
    read: (row) => readNamed(row.get('Example'), foldName(row.get('Example') ?? ''), true),
  },
  {
    name: 'onet-alternate-titles',
    scheme: 'onet',
    kind: 'occupation',
    columns: [soc, 'Alternate Title'],
    read: (row) => readNamed(row.get('Alternate Title'), row.get(soc) ?? '', false),
  },
  {
    name: 'onet-occupations',
    scheme: 'onet',
    kind: 'occupation',
    columns: [soc, 'Title', 'Description'],
    read: (row) => readNamed(row.get('Title'), row.get(soc) ?? '', true),
  },
]

export function findTaxonomySource(row: TableRow): TaxonomySource | undefined {
  return taxonomySources.find(({ columns }) => columns.every((column) => row.has(column)))
}

function readEsco(row: TableRow, iscoGroup: string | null): TaxonomyEntry | undefined {
  const label = row.get('preferredLabel')?.trim() ?? ''
  if (label === '') return undefined
  const others = `${row.get('altLabels') ?? ''}\n${row.get('hiddenLabels') ?? ''}`.split(/[\n|]/)
  // Some extracts of ESCO omit the URIs; then the folded label is the id.
  const conceptId = row.get('conceptUri')?.trim() || foldName(label)
  return { conceptId, label, names: [label, ...others.map((name) => name.trim())].filter(Boolean), iscoGroup }
}

function readNamed(name: string | undefined, conceptId: string, isLabel: boolean): TaxonomyEntry | undefined {
  const trimmed = name?.trim() ?? ''
  if (trimmed === '' || conceptId === '') return undefined
  return { conceptId, label: isLabel ? trimmed : null, names: [trimmed], iscoGroup: null }
}
