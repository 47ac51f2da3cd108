export const swapKinds = [
  'names',
  'pronouns',
  'gendered forms',
  'schools',
  'photos',
  'ages and birth dates',
  'addresses and postcodes',
  'towns',
] as const
export type SwapKind = (typeof swapKinds)[number]

/** A CV with the same CV of another person by kind of swap; a kind that does not apply to it is missing. */
export type SwappedCv = {
  id: string
  text: string
  swapped: Partial<Record<SwapKind, string>>
  /** Texts of the jobs that it is scored against. */
  jobs: readonly string[]
}
