import { Badge, type BadgeTone } from '../../../parts/text/badge.tsx'
import type { LogLevel } from './live/log-line.ts'

const tones: Record<LogLevel, BadgeTone> = {
  debug: 'neutral',
  info: 'neutral',
  warn: 'warn',
  error: 'bad',
  fatal: 'bad',
}

export function LogLevelBadge({ level }: { level: LogLevel }) {
  return <Badge tone={tones[level]}>{level}</Badge>
}
