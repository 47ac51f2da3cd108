// Web addresses in a text, with the sites on which people present themselves.
export type LinkKind = 'linkedin' | 'github' | 'portfolio' | 'other'
export type FoundLink = { kind: LinkKind; url: string }

const url = /(?:https?:\/\/|www\.)[^\s<>()|,;]+|\b(?:linkedin\.com|github\.com|gitlab\.com)\/[^\s<>()|,;]+/giu

export function urlsIn(text: string): string[] {
  return text.match(url) ?? []
}

/** Returns each address once, regardless of its spelling. */
export function findLinks(urls: readonly string[]): FoundLink[] {
  const once = new Map<string, string>()
  for (const raw of urls) {
    const address = /^https?:\/\//i.test(raw) ? raw : `https://${raw}`
    const trimmed = address.replace(/[.,;:]+$/, '')
    const key = trimmed
      .toLowerCase()
      .replace(/^https?:\/\/(?:www\.)?/, '')
      .replace(/\/$/, '')
    if (/^mailto:|^tel:/i.test(raw) || once.has(key) || !URL.canParse(trimmed)) continue
    once.set(key, trimmed)
  }
  return [...once].map(([key, address]) => ({ kind: kindOf(key), url: address }))
}

function kindOf(address: string): LinkKind {
  if (/^(?:[a-z]{2}\.)?linkedin\.com\//.test(address)) return 'linkedin'
  if (address.startsWith('github.com/')) return 'github'
  return /portfolio|^behance\.net|^dribbble\.com/.test(address) ? 'portfolio' : 'other'
}
