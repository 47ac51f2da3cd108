import {
  formatAgo,
  formatDay,
  formatMillisecond,
  formatMinute,
  formatMoment,
  formatSecond,
  formatTime,
} from '../../time/moments.ts'

type MomentProps = { at: string; as?: 'minute' | 'second' | 'millisecond' | 'day' | 'time' | 'ago' }

const formats = {
  minute: formatMinute,
  second: (moment: Date) => formatSecond(moment, Date.now()),
  millisecond: (moment: Date) => formatMillisecond(moment, Date.now()),
  day: formatDay,
  time: formatTime,
  ago: (moment: Date) => formatAgo(moment, Date.now()),
} as const

/** A moment in UTC, with the exact one on hover. */
export function Moment({ at, as = 'minute' }: MomentProps) {
  const moment = new Date(at)
  return (
    <time className="figures" dateTime={at} data-tip={formatMoment(moment)}>
      {formats[as](moment)}
    </time>
  )
}
