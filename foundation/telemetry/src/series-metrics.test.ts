import { Counter, Histogram, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { createCounterSeries, createHistogramSeries } from './series-metrics.ts'

const buckets = [0.1, 1, 10]
const observations = [
  ['GET', '200', 0.05],
  ['GET', '200', 0.1],
  ['GET', '500', 5],
  ['POST', '200', 100],
  ['GET', '200', 1.5],
] as const

/** Sorted, because the order of series does not matter to a scraper. */
async function linesOf(registry: Registry): Promise<string[]> {
  const text = await registry.metrics()
  const toSorted = (line: string) =>
    line.replace(/\{(.*)\}/, (_all, labels: string) => `{${labels.split(',').toSorted().join(',')}}`)
  return text.split('\n').map(toSorted).toSorted()
}

test('a histogram is exported exactly as prom-client exports one', async () => {
  const [ours, theirs] = [new Registry(), new Registry()]
  const options = { name: 'duration_seconds', help: 'How long', labelNames: ['method', 'status'], buckets }
  const series = createHistogramSeries(ours, options)
  const histogram = new Histogram({ ...options, registers: [theirs] })
  for (const [method, status, value] of observations) {
    series(method, status).observe(value)
    histogram.labels(method, status).observe(value)
  }
  expect(await linesOf(ours)).toEqual(await linesOf(theirs))
})

test('a counter is exported exactly as prom-client exports one', async () => {
  const [ours, theirs] = [new Registry(), new Registry()]
  const options = { name: 'calls_total', help: 'How many', labelNames: ['method', 'status'] }
  const series = createCounterSeries(ours, options)
  const counter = new Counter({ ...options, registers: [theirs] })
  for (const [method, status, value] of observations) {
    series(method, status).add(value)
    counter.labels(method, status).inc(value)
  }
  expect(await linesOf(ours)).toEqual(await linesOf(theirs))
  // A second scrape must not count again.
  expect(await linesOf(ours)).toEqual(await linesOf(theirs))
})

test('series without labels are exported before they are first used', async () => {
  const [ours, theirs] = [new Registry(), new Registry()]
  const added = createHistogramSeries(ours, { name: 'added_seconds', help: 'Added', buckets })
  const leased = createCounterSeries(ours, { name: 'leased_total', help: 'Leased' })
  const histogram = new Histogram({ name: 'added_seconds', help: 'Added', buckets, registers: [theirs] })
  const counter = new Counter({ name: 'leased_total', help: 'Leased', registers: [theirs] })
  expect(await linesOf(ours)).toEqual(await linesOf(theirs))
  added().observe(3)
  leased().add()
  histogram.observe(3)
  counter.inc()
  expect(await linesOf(ours)).toEqual(await linesOf(theirs))
})
