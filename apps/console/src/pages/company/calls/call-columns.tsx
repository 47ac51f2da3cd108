import type { Column } from '../../../parts/grid/grid.tsx'
import { Amount } from '../../../parts/text/amount.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { formatExact, parseCredits } from '../../../amounts/credits.ts'
import { formatDuration } from '../../../time/durations.ts'
import { timeOfId } from '../../../time/time-of-id.ts'
import { callsTexts as texts } from '../../../words/en/company/calls.ts'
import { CallState } from './call-state.tsx'
import type { ListedCall } from './use-calls.ts'

// Number.toLocaleString makes a formatter for every number.
const count = new Intl.NumberFormat('en')

export function callColumns(nameOfKey: (keyId: string) => string): readonly Column<ListedCall>[] {
  return [
    {
      name: 'started',
      title: texts.started,
      width: '140px',
      cell: ({ id }) => <Moment at={timeOfId(id)} as="second" />,
    },
    {
      name: 'model',
      title: texts.model,
      width: 'minmax(150px, 1.2fr)',
      isMinor: true,
      cell: ({ model }) => model,
    },
    {
      name: 'key',
      title: texts.key,
      width: 'minmax(110px, 1fr)',
      isMinor: true,
      cell: ({ keyId }) => nameOfKey(keyId),
    },
    {
      name: 'status',
      title: texts.status,
      width: 'minmax(96px, 1fr)',
      cell: (call) => <CallState {...call} />,
    },
    {
      name: 'tokens',
      title: texts.tokens,
      width: '116px',
      isNumber: true,
      isMinor: true,
      cell: ({ promptTokens, completionTokens }) =>
        `${count.format(promptTokens)}, ${count.format(completionTokens)}`,
    },
    {
      name: 'took',
      title: texts.took,
      width: '84px',
      isNumber: true,
      isMinor: true,
      cell: ({ durationMs }) => formatDuration(durationMs),
    },
    {
      name: 'credits',
      title: texts.credits,
      width: '104px',
      isNumber: true,
      cell: ({ credits }) => <Amount credits={credits} shown={formatExact(parseCredits(credits))} />,
    },
  ]
}
