// What the list shows, outside React: lines are collected until the next frame in which the page is drawn, and put into
// the ring together, however many come. No line has a state of its own.
import type { LogFilter } from './log-filter.ts'
import { type LogLine, gapLine, keyOf } from './log-line.ts'
import { type LogRing, createLogRing, ringCapacity } from './log-ring.ts'
import { withoutKnown } from './drop-doubles.ts'

export type LogStorePorts = {
  /** Runs the work before a frame is drawn: soon, but as rarely as the page wants to be drawn. */
  onNextFrame: (work: () => void) => void
  now: () => Date
  capacity?: number
}

export type LogStore = {
  ring: Pick<LogRing, 'at' | 'first' | 'length'>
  /** A number that changes with what is shown. */
  version: () => number
  subscribe: (listener: () => void) => () => void
  /** The lines that are shown. While the list is paused, later ones wait. */
  shown: () => number
  waiting: () => number
  isPaused: () => boolean
  /** Takes a line of the socket. */
  add: (line: LogLine) => void
  /** Keeps new lines back until the lines before them are known. */
  hold: () => void
  /** Adds lines that were searched for, newest first, and then what was held. Doubles of shown and held lines are dropped. */
  release: (found: readonly LogLine[]) => void
  /** Adds older lines, newest first. Returns how many had room. */
  addOlder: (lines: readonly LogLine[]) => number
  setPaused: (isPaused: boolean) => void
  /** Forgets everything, and takes only lines that match from now on. */
  reset: (filter: LogFilter) => void
}

/** A found line can be older than the last shown ones, because services write to the log every tenth of a second. */
const comparedMax = 2_000
const arrivedMax = 10_000

type Kept = {
  ports: LogStorePorts
  ring: LogRing
  capacity: number
  listeners: Set<() => void>
  matches: LogFilter
  /** Lines since the last frame. */
  arrived: LogLine[]
  held: LogLine[] | undefined
  isPlanned: boolean
  /** How many lines a paused list shows. */
  pausedLength: number | undefined
  /** Lines that came while the list was paused and the ring was full. */
  missed: number
  version: number
}

export function createLogStore(ports: LogStorePorts): LogStore {
  const { capacity = ringCapacity } = ports
  const kept: Kept = {
    ports,
    ring: createLogRing(capacity),
    capacity,
    listeners: new Set(),
    matches: () => true,
    arrived: [],
    held: undefined,
    isPlanned: false,
    pausedLength: undefined,
    missed: 0,
    version: 0,
  }
  const { ring, listeners } = kept
  return {
    ring,
    version: () => kept.version,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    shown: () => kept.pausedLength ?? ring.length(),
    waiting: () => (kept.pausedLength === undefined ? 0 : ring.length() - kept.pausedLength + kept.missed),
    isPaused: () => kept.pausedLength !== undefined,
    add: (line) => add(kept, line),
    hold() {
      kept.held ??= []
    },
    release: (found) => release(kept, found),
    addOlder: (lines) => addOlder(kept, lines),
    setPaused: (isPaused) => setPaused(kept, isPaused),
    reset(filter) {
      kept.matches = filter
      kept.arrived = []
      kept.missed = 0
      if (kept.held) kept.held = []
      kept.pausedLength = undefined
      ring.clear()
      notify(kept)
    },
  }
}

function notify(kept: Kept): void {
  kept.version += 1
  for (const listener of kept.listeners) listener()
}

/** A paused list keeps its lines: nothing that a person reads is dropped meanwhile. */
function take(kept: Kept, line: LogLine): void {
  if (kept.pausedLength !== undefined && kept.ring.length() >= kept.capacity) kept.missed += 1
  else kept.ring.push(line)
}

function flush(kept: Kept): void {
  for (const line of kept.arrived) take(kept, line)
  kept.arrived = []
}

function add(kept: Kept, line: LogLine): void {
  if (!kept.matches(line)) return
  if (kept.held) {
    kept.held.push(line)
    if (kept.held.length > kept.capacity) kept.held.shift()
    return
  }
  kept.arrived.push(line)
  // No frames are drawn while the tab is hidden.
  if (kept.arrived.length >= arrivedMax) flush(kept)
  if (kept.isPlanned) return
  kept.isPlanned = true
  kept.ports.onNextFrame(() => {
    kept.isPlanned = false
    flush(kept)
    notify(kept)
  })
}

function release(kept: Kept, found: readonly LogLine[]): void {
  flush(kept)
  const later = kept.held ?? []
  kept.held = undefined
  const known = [...lastOf(kept.ring, comparedMax), ...later]
  // Newest first becomes oldest first, also for lines of one millisecond.
  const ordered = found
    .filter(kept.matches)
    .toReversed()
    .toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
  for (const line of withoutKnown(ordered, known, keyOf)) take(kept, line)
  for (const line of later) take(kept, line)
  notify(kept)
}

function addOlder(kept: Kept, lines: readonly LogLine[]): number {
  flush(kept)
  const wanted = lines.filter(kept.matches)
  const refused = wanted.findIndex((line) => !kept.ring.unshift(line))
  const count = refused === -1 ? wanted.length : refused
  if (kept.pausedLength !== undefined) kept.pausedLength += count
  notify(kept)
  return count
}

function setPaused(kept: Kept, isPaused: boolean): void {
  flush(kept)
  if (isPaused === (kept.pausedLength !== undefined)) return
  kept.pausedLength = isPaused ? kept.ring.length() : undefined
  if (!isPaused && kept.missed > 0) {
    kept.ring.push(gapLine(kept.ports.now().toISOString(), kept.missed))
    kept.missed = 0
  }
  notify(kept)
}

function lastOf(ring: LogRing, count: number): LogLine[] {
  const length = ring.length()
  const from = Math.max(0, length - count)
  return Array.from({ length: length - from }, (_, index) => ring.at(from + index)).filter(
    (line) => line !== undefined,
  )
}
