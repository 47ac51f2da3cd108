import type { HidingTrick } from '../document-text.ts'

/** The properties of a run, its styles and its surroundings that decide whether its text is visible. */
export type RunFormat = {
  isVanished?: boolean
  isTransparent?: boolean
  isBold?: boolean
  /** Six hexadecimal digits, or 'auto': black or white, depending on the background. */
  colour?: string
  sizePt?: number
  /** Shading of the run, its paragraph or its table cell. */
  background?: string
}

export type StyleFormat = { basedOn?: string; isHeading: boolean; format: RunFormat }

const tinyPt = 3
const sameColour = 24
const basedOnMax = 20

type Element = { name: string; attributes: ReadonlyMap<string, string> }

/** Reads one property of a run (`w:rPr`), or the shading of a run, paragraph or cell, as a change of format. */
export function readFormat({ name, attributes }: Element): RunFormat {
  const value = attributes.get('val')
  const isOn = value === undefined || !/^(?:0|false|off|none)$/.test(value)
  switch (name) {
    case 'vanish':
    case 'specVanish':
      return { isVanished: isOn }
    case 'b':
      return { isBold: isOn }
    case 'color': {
      const theme = attributes.get('themeColor')
      // The theme's background colours are treated as white; their tints are hardly more visible.
      return { colour: /^(?:background1|light1|bg1|lt1)$/.test(theme ?? '') ? 'FFFFFF' : (value ?? 'auto') }
    }
    case 'sz':
      return Number(value) > 0 ? { sizePt: Number(value) / 2 } : {}
    case 'shd': {
      const fill = attributes.get('fill')
      return fill === undefined || fill === 'auto' ? {} : { background: fill }
    }
    case 'alpha':
      // The transparency of a text fill, in thousandths of a percent.
      return Number(value) >= 95_000 ? { isTransparent: true } : {}
    default:
      return {}
  }
}

/** A style combined with all the styles it is based on. */
export function resolveStyle(styles: ReadonlyMap<string, StyleFormat>, id: string | undefined): StyleFormat {
  const chain: StyleFormat[] = []
  let next = id
  while (next !== undefined && chain.length < basedOnMax) {
    const style = styles.get(next)
    if (style === undefined) break
    chain.push(style)
    next = style.basedOn
  }
  const format: RunFormat = {}
  for (const style of chain.toReversed()) Object.assign(format, style.format)
  return { isHeading: chain.some(({ isHeading }) => isHeading), format }
}

export function findRunTrick(format: RunFormat): HidingTrick | undefined {
  if (format.isVanished) return 'vanished'
  if (format.isTransparent) return 'transparent'
  if (format.sizePt !== undefined && format.sizePt < tinyPt) return 'tiny'
  const ink = parseColour(format.colour)
  const background = parseColour(format.background ?? 'FFFFFF')
  if (ink === undefined || background === undefined) return undefined
  const isSame = ink.every((value, index) => Math.abs(value - (background[index] ?? 0)) < sameColour)
  return isSame ? 'invisible_ink' : undefined
}

function parseColour(colour: string | undefined): number[] | undefined {
  if (colour === undefined || !/^[\da-f]{6}$/i.test(colour)) return undefined
  return [0, 2, 4].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
}
