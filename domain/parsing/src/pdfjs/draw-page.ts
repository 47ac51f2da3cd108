// Interprets a page's operators and records every letter and every filled area with its position, colour, transparency
// and clip. Nothing is rendered: there is no canvas, and no image is ever decoded.
import { apply, multiply, rectangleRegion, regionOf } from '../pdf/geometry.ts'
import type { Box, Glyph, Matrix, PageContent, Paint, Point, Region } from '../pdf/page-content.ts'
import { isOpaqueImage } from '../pdf/blank-images.ts'
import { flattenPath } from './flatten-path.ts'
import { type GraphicsState, initialState } from './graphics-state.ts'
import { type PageOperation, toColour, toMatrix, toNumber, toNumbers, toRecord } from './page-operation.ts'
import { type PageFont, placeText } from './place-text.ts'

export type PageSetting = {
  view: Box
  /** Size of the page's unit, in points. */
  userUnit: number
  findFont(id: string): PageFont
  isLayerVisible(properties: unknown): boolean
  /** Returns pdf.js' name of an operator that ends `constructPath`. */
  operatorName(code: unknown): string
}

const unitSquare: Box = { left: 0, bottom: 0, right: 1, top: 1 }
const fills = /^(?:eoFill|fill|closeFill|closeEOFill)/
const depthMax = 512

export function drawPage(operations: Iterable<PageOperation>, setting: PageSetting): PageContent {
  const painter = new Painter(setting)
  for (const operation of operations) painter.draw(operation)
  return { view: scaleBox(setting.view, setting.userUnit), glyphs: painter.glyphs, paints: painter.paints }
}

class Painter {
  readonly glyphs: Glyph[] = []
  readonly paints: Paint[] = []
  readonly #setting: PageSetting
  #state: GraphicsState
  #saved: GraphicsState[] = []
  /** One entry per open marked-content section: true if the section hides its content. */
  #layers: boolean[] = []
  /** Nesting depth within the drawing of a soft mask, which is not itself visible. */
  #maskDepth = 0
  #isClipPending = false
  #order = 0

  constructor(setting: PageSetting) {
    const { userUnit } = setting
    this.#setting = setting
    this.#state = { ...initialState, transform: [userUnit, 0, 0, userUnit, 0, 0] }
  }

  draw({ name, args }: PageOperation): void {
    this.#order += 1
    const isGroupEdge = name === 'beginGroup' || name === 'endGroup'
    if (this.#maskDepth > 0 && !isGroupEdge) return
    this.#handlers[name]?.(args)
  }

  readonly #handlers: Readonly<Record<string, (args: readonly unknown[]) => void>> = {
    save: () => this.#save(),
    restore: () => this.#restore(),
    transform: (args) => this.#transform(toMatrix(args)),
    setGState: ([entries]) => this.#setGraphicsState(entries),
    setFillRGBColor: ([colour]) => this.#set({ fill: toColour(colour) }),
    setFillColorN: () => this.#set({ fill: null }),
    setFillTransparent: () => this.#set({ fill: null }),
    setStrokeRGBColor: ([colour]) => this.#set({ stroke: toColour(colour) }),
    setStrokeColorN: () => this.#set({ stroke: null }),
    setStrokeTransparent: () => this.#set({ stroke: null }),
    clip: () => (this.#isClipPending = true),
    eoClip: () => (this.#isClipPending = true),
    constructPath: ([end, path]) => this.#constructPath(this.#setting.operatorName(end), path),
    shadingFill: () => this.#paint(this.#clippedPage(), { colour: null, isImage: true }),
    beginText: () => this.#set({ textMatrix: [1, 0, 0, 1, 0, 0], lineStart: [0, 0], position: [0, 0] }),
    setTextMatrix: ([matrix]) =>
      this.#set({ textMatrix: toMatrix(matrix) ?? [1, 0, 0, 1, 0, 0], lineStart: [0, 0], position: [0, 0] }),
    moveText: ([x, y]) => this.#moveText(toNumber(x), toNumber(y)),
    setLeadingMoveText: ([x, y]) => {
      this.#set({ leading: -toNumber(y) })
      this.#moveText(toNumber(x), toNumber(y))
    },
    nextLine: () => this.#moveText(0, -this.#state.leading),
    setLeading: ([leading]) => this.#set({ leading: toNumber(leading) }),
    setCharSpacing: ([spacing]) => this.#set({ characterSpacing: toNumber(spacing) }),
    setWordSpacing: ([spacing]) => this.#set({ wordSpacing: toNumber(spacing) }),
    setHScale: ([percent]) => this.#set({ horizontalScale: toNumber(percent, 100) / 100 }),
    setTextRise: ([rise]) => this.#set({ rise: toNumber(rise) }),
    setTextRenderingMode: ([mode]) => this.#set({ renderingMode: toNumber(mode) }),
    setFont: ([id, size]) => this.#set({ fontId: String(id), fontSize: toNumber(size) }),
    showText: ([shown]) => this.#showText(shown),
    paintFormXObjectBegin: ([matrix, box]) => this.#beginForm(matrix, box),
    paintFormXObjectEnd: () => this.#restore(),
    beginGroup: ([options]) => this.#beginGroup(toRecord(options)),
    endGroup: () => this.#endGroup(),
    beginAnnotation: ([, , transform, matrix]) => {
      this.#save()
      this.#transform(toMatrix(transform))
      this.#transform(toMatrix(matrix))
    },
    endAnnotation: () => this.#restore(),
    beginMarkedContent: () => this.#layers.push(false),
    beginMarkedContentProps: ([tag, properties]) =>
      this.#layers.push(tag === 'OC' && !this.#setting.isLayerVisible(properties)),
    endMarkedContent: () => this.#layers.pop(),
    paintImageXObject: ([, width, height]) =>
      this.#image(this.#state.transform, isOpaqueImage(toNumber(width), toNumber(height))),
    paintInlineImageXObject: () => this.#image(this.#state.transform, true),
    paintInlineImageXObjectGroup: ([, places]) => this.#images(places),
    paintImageXObjectRepeat: ([, scaleX, scaleY, positions]) =>
      this.#repeatImage([toNumber(scaleX), toNumber(scaleY)], toNumbers(positions)),
    paintImageMaskXObject: () => this.#image(this.#state.transform, false),
  }

  #set(changes: Partial<GraphicsState>): void {
    this.#state = { ...this.#state, ...changes }
  }

  #save(): void {
    if (this.#saved.length < depthMax) this.#saved.push(this.#state)
  }

  #restore(): void {
    this.#state = this.#saved.pop() ?? this.#state
  }

  #transform(matrix: Matrix | undefined): void {
    if (matrix) this.#set({ transform: multiply(this.#state.transform, matrix) })
  }

  #setGraphicsState(entries: unknown): void {
    for (const entry of Array.isArray(entries) ? (entries as unknown[]) : []) {
      const [key, value] = Array.isArray(entry) ? (entry as unknown[]) : []
      if (key === 'ca') this.#set({ fillAlpha: toNumber(value, 1) })
      if (key === 'CA') this.#set({ strokeAlpha: toNumber(value, 1) })
      if (key === 'BM') this.#set({ isBlended: value !== 'source-over' })
      if (key === 'SMask') this.#set({ hasSoftMask: Boolean(value) })
      if (key === 'Font' && Array.isArray(value)) {
        this.#set({ fontId: String(value[0]), fontSize: toNumber(value[1]) })
      }
    }
  }

  #constructPath(end: string, path: unknown): void {
    const packed = Array.isArray(path) ? toNumbers(path[0]) : []
    const outlines = flattenPath(packed, this.#state.transform)
    if (fills.test(end) && outlines.length > 0) this.#paint(regionOf(outlines), { colour: this.#state.fill })
    if (!this.#isClipPending) return
    this.#isClipPending = false
    // An empty clip would hide everything. Producers write one by mistake, so it is ignored.
    if (outlines.length > 0) this.#clip(regionOf(outlines))
  }

  #clip(region: Region): void {
    if (this.#state.clip.length < depthMax) this.#set({ clip: [...this.#state.clip, region] })
  }

  #paint(region: Region, { colour, isImage = false }: { colour: Paint['colour']; isImage?: boolean }): void {
    const { clip, fillAlpha, groupAlpha, isBlended, hasSoftMask } = this.#state
    const isLight = isBlended || hasSoftMask
    if (this.#isHiddenLayer() || fillAlpha * groupAlpha === 0) return
    this.paints.push({
      order: this.#order,
      region,
      clip,
      colour: isLight ? null : colour,
      alpha: isLight ? 0.5 : fillAlpha * groupAlpha,
      isImage,
    })
  }

  #image(matrix: Matrix, isOpaque: boolean): void {
    const { hasSoftMask } = this.#state
    if (!isOpaque) this.#set({ hasSoftMask: true })
    this.#paint(rectangleRegion(unitSquare, matrix), { colour: null, isImage: true })
    this.#set({ hasSoftMask })
  }

  #images(places: unknown): void {
    for (const place of Array.isArray(places) ? (places as unknown[]) : []) {
      const matrix = toMatrix(toRecord(place)['transform'])
      if (matrix) this.#image(multiply(this.#state.transform, matrix), true)
    }
  }

  #repeatImage([scaleX, scaleY]: Point, positions: readonly number[]): void {
    for (let index = 0; index + 1 < positions.length; index += 2) {
      const place: Matrix = [scaleX, 0, 0, scaleY, positions[index] ?? 0, positions[index + 1] ?? 0]
      this.#image(multiply(this.#state.transform, place), false)
    }
  }

  #clippedPage(): Region {
    return this.#state.clip.at(-1) ?? rectangleRegion(this.#setting.view, [1, 0, 0, 1, 0, 0])
  }

  #moveText(x: number, y: number): void {
    const start: Point = [this.#state.lineStart[0] + x, this.#state.lineStart[1] + y]
    this.#set({ lineStart: start, position: start })
  }

  #showText(shown: unknown): void {
    const placed = placeText(shown, {
      state: this.#state,
      font: this.#setting.findFont(this.#state.fontId),
      order: this.#order,
      isInHiddenLayer: this.#isHiddenLayer(),
    })
    for (const glyph of placed.glyphs) this.glyphs.push(glyph)
    this.#set({ position: placed.position })
  }

  #isHiddenLayer(): boolean {
    return this.#layers.includes(true)
  }

  #beginForm(matrix: unknown, box: unknown): void {
    this.#save()
    this.#transform(toMatrix(matrix))
    this.#clipToBox(box)
  }

  #beginGroup(options: Readonly<Record<string, unknown>>): void {
    this.#save()
    if (this.#maskDepth > 0 || options['smask']) {
      this.#maskDepth += 1
      return
    }
    const { transform, groupAlpha, fillAlpha } = this.#state
    const matrix = toMatrix(options['matrix'])
    if (matrix) this.#transform(matrix)
    this.#clipToBox(options['bbox'])
    this.#set({ transform, groupAlpha: groupAlpha * fillAlpha, fillAlpha: 1, strokeAlpha: 1 })
  }

  #endGroup(): void {
    if (this.#maskDepth > 0) this.#maskDepth -= 1
    this.#restore()
  }

  #clipToBox(box: unknown): void {
    const [left, bottom, right, top] = toNumbers(box)
    if (left === undefined || bottom === undefined || right === undefined || top === undefined) return
    this.#clip(rectangleRegion({ left, bottom, right, top }, this.#state.transform))
  }
}

function scaleBox({ left, bottom, right, top }: Box, scale: number): Box {
  const matrix: Matrix = [scale, 0, 0, scale, 0, 0]
  const [minX, minY] = apply(matrix, [left, bottom])
  const [maxX, maxY] = apply(matrix, [right, top])
  return { left: minX, bottom: minY, right: maxX, top: maxY }
}
