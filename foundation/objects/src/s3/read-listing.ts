// Reads the answer to ListObjectsV2. Our keys contain no character that XML escapes, so only the token is unescaped.
export type Listing = {
  keys: string[]
  /** Set if the listing continues. */
  next: string | undefined
}

export function readListing(xml: string): Listing {
  const token = /<NextContinuationToken>([^<]+)<\/NextContinuationToken>/.exec(xml)?.[1]
  const isTruncated = /<IsTruncated>\s*true\s*<\/IsTruncated>/.test(xml)
  return {
    keys: Array.from(xml.matchAll(/<Key>([^<]*)<\/Key>/g), ([, key = '']) => key),
    next: isTruncated && token !== undefined ? unescapeXml(token) : undefined,
  }
}

const entities = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

function unescapeXml(text: string): string {
  return text.replaceAll(/&(\w+);/g, (whole, name: string) => entities.get(name) ?? whole)
}
