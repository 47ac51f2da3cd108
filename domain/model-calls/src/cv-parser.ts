// How the platform itself has a CV parsed: by the same endpoint as any company, behind the same breakers. A port, as
// `model-client.ts` is.
export type CvParser = {
  /** The answer of /parse/cv as it came: whoever uses it parses it. Rejects as `ModelClient.ask` does. */
  parseCv(order: CvOrder): Promise<unknown>
}

export type CvOrder = {
  text: string
  alias: string
  companyId: string
  /** The same for every attempt at the same step: it is parsed, and paid for, once. */
  idempotencyKey: string
  signal?: AbortSignal
}
