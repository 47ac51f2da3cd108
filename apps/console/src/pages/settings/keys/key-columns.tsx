import { formatColumn, formatCredits, parseCredits } from '../../../amounts/credits.ts'
import type { Column } from '../../../parts/grid/grid.tsx'
import { Amount } from '../../../parts/text/amount.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { keysTexts as texts } from '../../../words/en/settings/keys.ts'
import { KeyStatus } from './key-status.tsx'
import type { ApiKeysResult } from './keys.generated.ts'

export type KeyRow = ApiKeysResult['apiKeys']['nodes'][number]

const count = new Intl.NumberFormat('en')
const compact = new Intl.NumberFormat('en', { notation: 'compact' })

const otherColumns: readonly Column<KeyRow>[] = [
  {
    name: 'cap',
    title: texts.cap,
    width: '112px',
    isNumber: true,
    isMinor: true,
    cell: ({ monthlyCreditCap: cap }) =>
      cap === null ? <span className="soft">{texts.noCap}</span> : formatCredits(parseCredits(cap)),
  },
  {
    name: 'rate',
    title: texts.rate,
    width: '136px',
    isMinor: true,
    cell: ({ rpmLimit, tpmLimit }) => (
      <span className="figures">{texts.rateOf(count.format(rpmLimit), compact.format(tpmLimit))}</span>
    ),
  },
  {
    name: 'lastUsed',
    title: texts.lastUsed,
    width: '128px',
    isMinor: true,
    cell: ({ lastUsedAt }) =>
      lastUsedAt === null ? <span className="soft">{texts.never}</span> : <Moment at={lastUsedAt} as="ago" />,
  },
  {
    name: 'expires',
    title: texts.expires,
    width: '120px',
    isMinor: true,
    cell: ({ expiresAt }) =>
      expiresAt === null ? <span className="soft">{texts.never}</span> : <Moment at={expiresAt} as="day" />,
  },
]

/** The amounts of a column have the same number of places, so the columns depend on the rows. */
export function keyColumns(rows: readonly KeyRow[]): Column<KeyRow>[] {
  const amounts = formatColumn(rows.map(({ spentThisMonth }) => parseCredits(spentThisMonth)))
  const shown = new Map(rows.map(({ id }, index) => [id, amounts[index]]))
  return [
    {
      name: 'name',
      title: texts.name,
      width: 'minmax(120px, 2fr)',
      cell: ({ name, hint }) => (
        <span className="key-name">
          <span>{name}</span>
          <code className="soft">{texts.hint(hint)}</code>
        </span>
      ),
    },
    { name: 'status', title: texts.status, width: '124px', cell: (key) => <KeyStatus {...key} /> },
    {
      name: 'spent',
      title: texts.spent,
      width: 'minmax(96px, 128px)',
      isNumber: true,
      cell: ({ id, spentThisMonth }) => {
        const text = shown.get(id)
        return <Amount credits={spentThisMonth} {...(text === undefined ? {} : { shown: text })} />
      },
    },
    ...otherColumns,
  ]
}
