import { identity } from '../pdf/geometry.ts'
import type { Colour, Matrix, Region } from '../pdf/page-content.ts'

/** The state that the operator `q` saves and `Q` restores. */
export type GraphicsState = {
  transform: Matrix
  clip: readonly Region[]
  fill: Colour | null
  stroke: Colour | null
  fillAlpha: number
  strokeAlpha: number
  /** Combined alpha of the enclosing groups, which applies to everything drawn inside them. */
  groupAlpha: number
  isBlended: boolean
  hasSoftMask: boolean
  fontId: string
  fontSize: number
  characterSpacing: number
  wordSpacing: number
  horizontalScale: number
  leading: number
  rise: number
  renderingMode: number
  textMatrix: Matrix
  lineStart: readonly [x: number, y: number]
  position: readonly [x: number, y: number]
}

const black: Colour = [0, 0, 0]

export const initialState: GraphicsState = {
  transform: identity,
  clip: [],
  fill: black,
  stroke: black,
  fillAlpha: 1,
  strokeAlpha: 1,
  groupAlpha: 1,
  isBlended: false,
  hasSoftMask: false,
  fontId: '',
  fontSize: 0,
  characterSpacing: 0,
  wordSpacing: 0,
  horizontalScale: 1,
  leading: 0,
  rise: 0,
  renderingMode: 0,
  textMatrix: identity,
  lineStart: [0, 0],
  position: [0, 0],
}
