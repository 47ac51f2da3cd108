// Postgres arrays as text. Written here rather than by the driver, which would examine every one of the thousands of
// values of a large batch.
export type ArrayText = {
  add(element: string | number | bigint): void
  text(): string
}

export function createArray(): ArrayText {
  let written = '{'
  return {
    add(element) {
      written += written === '{' ? element : `,${element}`
    },
    text: () => `${written}}`,
  }
}

/** Free text as an element. Ids, numbers and our own words need no quotes. */
export function quoteElement(text: string): string {
  const isPlain = /^[a-z0-9/._-]+$/.test(text) && text !== 'null'
  return isPlain ? text : `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}
