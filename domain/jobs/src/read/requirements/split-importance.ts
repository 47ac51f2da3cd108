// Divides a line into what it requires and what it only wishes for. Words such as "a plus" or "ideally" mark a wish; how
// far it reaches depends on where they stand.
import { foldPhrase } from '@gatehouse/reading/fold-text'
import { wordPattern } from '@gatehouse/reading/word-pattern'
import { sentencesOf } from '../sentences.ts'

export type ImportancePart = { text: string; importance: 'must' | 'nice' }

/** Wishes for what stands before them, or around them. */
const wishAfter = wordPattern(
  [
    'a plus|big plus|an advantage|of advantage|advantageous|an asset|a bonus|nice to have|nice-to-have',
    'good to have|preferred|desirable|desired|is helpful|are helpful|be helpful|is useful|are useful|be useful|beneficial',
    'is welcome|are welcome|also welcome|welcomed|appreciated|optional|brownie points|bonus points|helpful but|useful but',
    'would be nice|would be great|would be good|would be lovely|would be ideal|would be useful',
    'would be helpful|would be an advantage|would be a plus|would help|would be welcome|is a bonus',
    'not essential|not required|not a must|not mandatory|not necessary|not a requirement|von vorteil',
    'vorteilhaft|ein plus|pluspunkt|pluspunkte|wunschenswert*|hilfreich|gern gesehen|gerne gesehen',
    'willkommen|erwunscht|begrussenswert|ware schon|ware toll|ware super|ware ideal|ware gut|ware klasse',
    'waren schon|waren toll|waren gut|waren ideal|waren super|waren von vorteil|waren hilfreich|waren ein plus',
    'ware prima|kein muss|keine bedingung|keine voraussetzung|nicht zwingend*|nicht erforderlich',
    'nicht notwendig|nicht notig|nicht voraussetzung|voraussetzung ist es nicht|umso besser|bonus',
    'freuen wir uns|runden dein profil ab|rundet dein profil ab|runden ihr profil ab|rundet ihr profil ab',
    'punktest du|un plus|un vrai plus|un atout|atout|un avantage|apprecie|appreciee|apprecies|appreciees',
    'souhaite|souhaitee|souhaites|souhaitees|souhaitable|souhaitables|bienvenu|bienvenue|bienvenus|bienvenues',
    'valorise|valorisee|valorises|valorisees|un bonus|facultatif|facultative|pas obligatoire',
    'pas indispensable|pas exige|pas exigee|pas requis|pas requise|serait ideal|valorable|valorables|deseable',
    'deseables|deseado|deseada|se valora|se valorara|se valoraran|se valoran|un punto a favor|punto extra',
    'una ventaja|recomendable|preferible|no imprescindible|no es imprescindible|no excluyente',
    'no obligatorio|no es obligatorio|opcional|se apreciara|seria ideal|suma puntos|se tendra en cuenta',
    'un avantaj|avantaj|avantaje|avantajoasa|avantajos|constituie avantaj|apreciat|apreciata|apreciate|binevenit|binevenita',
    'binevenite|de preferat|preferabil|de dorit|nu este obligatori*|nu e obligatori*|nu sunt obligatori*',
    'nu este necesar*|nu este o conditie|fara a fi obligatori*|nu obligatori*|optionala|constituie un plus',
    'ar fi ideal|ar fi util|ar fi de ajutor|ar fi de folos|conteaza|reprezinta un plus',
  ],
  'gu',
)

/** Wishes for what follows them. */
const wishBefore = wordPattern([
  'ideally|preferably|bonus points|bonus if|extra points|it would be great if|it would be nice if',
  'we would love|wed love|even better if|a plus if|idealerweise|im idealfall|bestenfalls|vorzugsweise',
  'bevorzugt|optimalerweise|wunschenswerterweise|gerne mit|gern mit|gerne auch|gern auch|schon ware',
  'toll ware|idealement|de preference|preferentiellement|si possible|dans lideal|idealmente',
  'preferentemente|preferiblemente|a ser posible|de preferencia|se valora|se valorara|se valoraran',
  'se valoran|valoramos|valoraremos|valorable|deseable|preferible|ideal,|ideal ar fi|ideal ware|in mod ideal|de preferinta',
  'preferabil|apreciem|am aprecia|ne-ar placea|optional|wunschenswert|von vorteil|pluspunkt|un plus',
  'bonus|atout|apprecie|souhaite',
])

const openers =
  /^(?:if you|if |since |as |wenn |falls |da |si |comme |puisque |como |ya que |daca |deoarece |intrucat )/u
const ownVerb = wordPattern([
  'you|du|sie|vous|tu|tienes|ai|is required|are required|required|essential|erforderlich|vorausgesetzt',
  'exige|obligatoire|imprescindible|indispensable|obligatoriu|must',
])
const conjunction = /(?<!\p{L})(?:and|or|und|oder|sowie|et|ou|y|o|e|u|si|sau|bzw)(?!\p{L})/u
const pluralWish = /(?<!\p{L})(?:are|sind|waren|seraient|sont|son|seran|sunt|ar fi)(?!\p{L})/u

export function splitImportance(text: string): ImportancePart[] {
  const parts = clausesOf(text).flatMap(splitSentence)
  return parts
    .map(({ text: words, importance }) => ({ text: withoutReason(words), importance }))
    .filter(({ text: words }) => /\p{L}/u.test(words))
}

const reason =
  /,\s*(?:(?:since|because|denn|weil|car|puisque|parce que|ya que|porque|pues|dado que|deoarece|pentru că|întrucât|căci|fiindcă)\s|(?:as|da|comme)\s(?:we|our|you|your|all|the|this|it|wir|unsere?|sie|du|die|der|das|es|nous|notre|nos|vous|le|la|les)\s|(?:for|aus|pour des|por|din)\s[^,;]{1,30}\s?(?:reasons?|gründen|raisons?[^,;]{0,20}|motivos?|motive)).*$/isu

/** Why a posting asks for something names other things: "German B2, because you talk to customers". */
function withoutReason(text: string): string {
  return text.replace(reason, '')
}

/** Splits at full stops and semicolons. */
function clausesOf(text: string): string[] {
  return sentencesOf(text).flatMap((sentence) => sentence.split(/(?<=;)\s*/u))
}

function splitSentence(sentence: string): ImportancePart[] {
  const folded = foldPhrase(sentence)
  if (!isWish(folded)) return [{ text: sentence, importance: 'must' }]
  const whole: ImportancePart[] = [{ text: sentence, importance: 'nice' }]
  const segments = sentence.split(/(?<=,)\s+|\s+(?=[–—-]\s)|\s+(?=\()/u)
  const first = segments.findIndex((segment) => isWish(foldPhrase(segment)))
  if (first === 0) return requiredAfterWish(sentence, segments) ?? whole
  const wish = segments[first]
  if (wish === undefined || openers.test(folded) || endsParenthesis(wish) || !reachesOnlyItself(wish))
    return whole
  return cutAt(sentence, wish, ['must', 'nice'])
}

/** In "Robotics (KUKA) is a plus" the wish does not belong to the parenthesis. */
function endsParenthesis(segment: string): boolean {
  const [inside, after] = segment.split(')', 2)
  return segment.startsWith('(') && after !== undefined && !isWish(foldPhrase(inside ?? ''))
}

/** A wish that comes first reaches to the end, unless a later part has an obligation of its own. */
function requiredAfterWish(sentence: string, segments: readonly string[]): ImportancePart[] | undefined {
  const required = segments.slice(1).find((segment) => {
    const folded = foldPhrase(segment)
    return obligation.test(folded) && !isWish(folded)
  })
  return required === undefined ? undefined : cutAt(sentence, required, ['nice', 'must'])
}

function cutAt(
  sentence: string,
  segment: string,
  [one, other]: readonly [ImportancePart['importance'], ImportancePart['importance']],
): ImportancePart[] {
  const at = sentence.lastIndexOf(segment)
  return [
    { text: sentence.slice(0, at).trim(), importance: one },
    { text: sentence.slice(at), importance: other },
  ]
}

const obligation = wordPattern([
  'is required|are required|is essential|is a must|ist erforderlich|sind erforderlich|wird vorausgesetzt',
  'ist pflicht|est exige|est obligatoire|est indispensable|imprescindible|obligatorio|es obligatorio',
  'indispensable|este obligatoriu|obligatoriu',
])

export function isWish(folded: string): boolean {
  return folded.search(wishAfter) >= 0 || wishBefore.test(folded)
}

/**
 * Whether the wish is for the words of its own segment. If the segment has no other words ("…, a plus"), or continues a
 * list ("… or Kotlin are a plus"), the wish is for the whole sentence.
 */
function reachesOnlyItself(segment: string): boolean {
  const folded = foldPhrase(segment)
  const startsWithWish = wishBefore.exec(folded)
  const rest = folded.replaceAll(wishAfter, ' ').replace(wishBefore, ' ')
  const words = rest.match(/\p{L}{2,}/gu)?.filter((word) => !fillers.has(word)) ?? []
  if (words.length === 0) return false
  if (startsWithWish && startsWithWish.index <= 6) return true
  return !conjunction.test(rest) || ownVerb.test(rest)
    ? !pluralWish.test(rest) || !conjunction.test(rest)
    : false
}

const fillers = new Set(
  'is are be would it this but not ist sind ware waren aber jedoch es das est sont serait mais cest un une le la ce es son seria pero no lo este sunt ar fi dar nu un o constituie reprezinta sera considered seen as real big kein keine but sehr also auch and und'.split(
    ' ',
  ),
)
