// Counters and histograms for what happens in every call. prom-client validates and hashes the labels of each
// observation, which takes longer than the rest of the measurement. Here a series is found by its label values alone, an
// observation is an addition, and prom-client sees the sums when it is scraped.
import { Counter, Histogram } from 'prom-client'
import type { Metrics } from './create-metrics.ts'

type SeriesOptions = { name: string; help: string; labelNames?: readonly string[] }

export type CountedSeries = { add(amount?: number): void }
export type ObservedSeries = { observe(value: number): void }

/** Returns the series with these label values, in the order of `labelNames`. */
export type SeriesOf<Series> = (...labelValues: readonly string[]) => Series

export function createCounterSeries(
  metrics: Metrics,
  { name, help, labelNames = [] }: SeriesOptions,
): SeriesOf<CountedSeries> {
  const table = new SeriesTable(labelNames, () => new CounterSum())
  // A counter without labels has one series, which is shown before it is first counted.
  if (labelNames.length === 0) table.of([])
  const counter = new Counter({
    name,
    help,
    labelNames,
    registers: [],
    collect() {
      this.reset()
      for (const { labels, series } of table.all()) this.inc(labels, series.total)
    },
  })
  metrics.registerMetric(counter)
  return (...labelValues) => table.of(labelValues)
}

/** Returns the existing histogram if the registry has it: a service with two listeners measures both in one. */
export function createHistogramSeries(
  metrics: Metrics,
  options: SeriesOptions & { buckets: readonly number[] },
): SeriesOf<ObservedSeries> {
  const existing = metrics.getSingleMetric(options.name)
  const { table } = existing instanceof SummedHistogram ? existing : new SummedHistogram(metrics, options)
  return (...labelValues) => table.of(labelValues)
}

class CounterSum implements CountedSeries {
  total = 0

  add(amount = 1): void {
    this.total += amount
  }
}

class BucketSums implements ObservedSeries {
  readonly #bounds: readonly number[]
  /** Observations in each bucket alone; the last one has no bound. */
  readonly #counts: number[]
  sum = 0

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds
    this.#counts = Array.from({ length: bounds.length + 1 }, () => 0)
  }

  observe(value: number): void {
    let bucket = 0
    while (bucket < this.#bounds.length && value > (this.#bounds[bucket] ?? 0)) bucket += 1
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1
    this.sum += value
  }

  /** Observations up to each bound; the last entry is the number of all observations. */
  cumulative(): number[] {
    let count = 0
    return this.#counts.map((inBucket) => (count += inBucket))
  }
}

type LabelledSeries<Series> = { labels: Record<string, string>; series: Series }

type Branch<Series> = { branches: Map<string, Branch<Series>>; leaf: LabelledSeries<Series> | undefined }

/** A tree with one level for each label: joining the values to one key would allocate at each observation. */
class SeriesTable<Series> {
  readonly #labelNames: readonly string[]
  readonly #create: () => Series
  readonly #root: Branch<Series> = { branches: new Map(), leaf: undefined }
  readonly #all: LabelledSeries<Series>[] = []

  constructor(labelNames: readonly string[], create: () => Series) {
    this.#labelNames = labelNames
    this.#create = create
  }

  of(labelValues: readonly string[]): Series {
    let branch = this.#root
    for (const value of labelValues) branch = branch.branches.get(value) ?? addBranch(branch, value)
    branch.leaf ??= this.#add(labelValues)
    return branch.leaf.series
  }

  all(): readonly LabelledSeries<Series>[] {
    return this.#all
  }

  #add(labelValues: readonly string[]): LabelledSeries<Series> {
    const labels = Object.fromEntries(this.#labelNames.map((name, at) => [name, labelValues[at] ?? '']))
    const leaf = { labels, series: this.#create() }
    this.#all.push(leaf)
    return leaf
  }
}

function addBranch<Series>({ branches }: Branch<Series>, value: string): Branch<Series> {
  const added = { branches: new Map(), leaf: undefined }
  branches.set(value, added)
  return added
}

/** A histogram of prom-client, whose values come from the table. */
class SummedHistogram extends Histogram {
  readonly table: SeriesTable<BucketSums>
  readonly #name: string
  readonly #help: string
  readonly #bounds: readonly string[]

  constructor(metrics: Metrics, options: SeriesOptions & { buckets: readonly number[] }) {
    const { name, help, labelNames = [], buckets } = options
    super({ name, help, labelNames, buckets: [...buckets], registers: [metrics] })
    this.#name = name
    this.#help = help
    this.#bounds = [...buckets.map(String), '+Inf']
    this.table = new SeriesTable(labelNames, () => new BucketSums(buckets))
    if (labelNames.length === 0) this.table.of([])
  }

  /** The registry calls this method if there is one, and `get` does. */
  async getForPromString() {
    return {
      name: this.#name,
      help: this.#help,
      type: 'histogram',
      aggregator: 'sum',
      values: this.table.all().flatMap((one) => this.#valuesOf(one)),
    }
  }

  #valuesOf({ labels: sharedLabels, series }: LabelledSeries<BucketSums>) {
    const name = this.#name
    const counts = series.cumulative()
    const buckets = this.#bounds.map((le, at) => ({
      metricName: `${name}_bucket`,
      labels: { le },
      sharedLabels,
      value: counts[at] ?? 0,
    }))
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels: {}, sharedLabels, value: series.sum },
      { metricName: `${name}_count`, labels: {}, sharedLabels, value: counts.at(-1) ?? 0 },
    ]
  }
}
