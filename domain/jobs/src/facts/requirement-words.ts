// The words of requirements that say nothing about what is required: "very good knowledge of", "mindestens", "dominio
// de". They are dropped before words are compared, so that a CV does not seem to meet a requirement by filler.
import { foldText } from '@gatehouse/reading/fold-text'

const numberWords =
  'one two three four five six seven eight nine ten eleven twelve ein eine einem zwei drei vier funf sechs sieben acht neun zehn ' +
  'un une deux trois quatre cinq sept huit neuf dix uno una dos tres cuatro cinco seis siete ocho nueve diez ' +
  'unu doi doua trei patru cinci sase sapte opt noua zece'

const fillers =
  // English
  'experience experienced years year knowledge skills skill skilled ability able strong good very excellent solid proven ' +
  'deep sound thorough working practical professional hands-on least minimum more related relevant similar comparable ' +
  'field position role job work level better required requirement must have degree plus understanding familiarity ' +
  'familiar proficiency proficient expertise background track record demonstrated previous prior least using use used ' +
  'with within including such like etc equivalent ideally preferably advantage desirable nice daily basis own every ' +
  'essential mandatory valid current leading running handling already worked working you your yourself can ' +
  'do done know grasp sure sense habit keen happy willing willingness ready readiness comfortable confident start ' +
  'finish home those since because reasons well always even under from into over several first ' +
  // German
  'erfahrung erfahrungen berufserfahrung jahre jahren jahr mindestens kenntnisse kenntnis gute guten gutes sehr sicher ' +
  'sicherer sichere sicheren umgang fundierte fundiertes fundierten solide idealerweise vorzugsweise abgeschlossene ' +
  'abgeschlossenes abgeschlossener vergleichbare vergleichbaren vergleichbar position fahigkeit bereitschaft praxis ' +
  'praktische mehrjahrige einschlagige nachgewiesene erste ersten wunschenswert vorteil verfugst bringst bringen haben ' +
  'gultiger gultige gultigen zwingend erforderlich beherrschung sie ihnen ihre ihr du dein deine dich konnen kannst ' +
  'kann habt hast arbeit arbeiten arbeitest gearbeitet beruf lehre nach ohne hilfe gelingen gelingt beherrschen ' +
  'beherrschst kennen kennst wissen weisst schon bereits gern gerne selbst auch denn lust freude spass taglich ' +
  // French
  'experience experiences annees annee ans an minimum moins connaissance connaissances maitrise bonne bonnes bon tres ' +
  'excellente solide solides capacite similaire equivalent equivalente poste reussie confirmee souhaitee souhaite atout ' +
  'pratique pratiques niveau professionnelle justifiez vous valide validite cours jour imperatif obligatoire norme normes ' +
  'savoir savez pouvoir pouvez aupres travail travailler travaille travaillez habitude avez deja etes sachant aimez ' +
  'gout envie sens capable aise premiere chez votre vos ' +
  // Spanish
  'experiencia anos ano minimo minima menos conocimientos conocimiento dominio buen buena buenos muy solida solidos ' +
  'capacidad puesto similar similares equivalente nivel profesional demostrable acreditada valorable imprescindible ' +
  'manejo uso vigente obligatorio saber sabes poder puedes trabajo trabajar trabajado tienes tener haber has costumbre ' +
  'gusto ganas seguridad soltura tu tus ya propio ' +
  // Romanian
  'experienta ani an minim minimum cel putin cunostinte cunoastere buna bune bun foarte solide solida capacitate post ' +
  'pozitie similara similar echivalent nivel profesionala constituie avantaj utilizare utilizarea cunoasterea abilitati ' +
  'valabil obligatoriu curs stii stiti poti puteti munca lucru lucrat lucrezi ai aveti deja obisnuinta tau ta tale propriu'

const moreFillers =
  // English
  'command basic basics general existing recent full clean independently alone help without regular regularly practice hand ' +
  'kind area areas environment setting sector industry domain tasks part certain confidence confidently sound solid routine ' +
  'proof evidence holder hold held being able comes come bring means needed necessary appropriate suitable good-level ' +
  'equally everyday typical common usual various different own further additional ' +
  // German
  'programm programme programmen software bereich bereichen umfeld gebiet rahmen eigene eigenen eigenstandig eigenstandige ' +
  'selbststandig selbststandige selbstandig allein gangige gangigen einsatz anwendung nutzung genommen abgelegte abgelegt ' +
  'verstandnis vertraut vertrautheit routine routiniert routinierte ausbildung bestandene bestanden aktuelle aktuellen ' +
  'verschiedenen verschiedene notwendig notwendige hohe hohes gutes breite breites weitere uns unserer ' +
  // French
  'logiciel logiciels outil outils utilisation utiliser domaine secteur milieu environnement etablir etablissez realiser ' +
  'realisez effectuer seul seule seul(e) regles regle lire prendre bases base aptitude parfaite bonnes exercice ' +
  'titulaire disposer disposez exigee exige requis requise ' +
  // Spanish
  'programa programas herramienta herramientas sector ambito area entorno vigor disponibilidad conoces conocer sueles ' +
  'aplicado aplicar utilizar habitual formacion acreditado titulo necesario requerido ' +
  // Romanian
  'program programul programului programe domeniul domeniu stapanesti stapanire folosirea folosire citesti operat ' +
  'disponibilitate conform valabila domeniile obtinuta dovada necesara calificare profesionala ' +
  // Willingness
  'disponibilite disponible disponibil bereit bereitschaft willingness ' +
  // Countries
  'uk ireland england germany austria switzerland france spain romania deutschland osterreich schweiz espana germania ' +
  'belgique suisse luxembourg romaniei'

const dropped = new Set(`${numberWords} ${fillers} ${moreFillers}`.split(' '))

/** French and Romanian join short words to the next one: "d'expérience", "l'anglais". */
const elided = /(?<!\p{L})(?:[dlnsjcmt]|qu)['’]/gu

/** The text without fillers, numbers and signs of quantity, folded. */
export function contentOf(text: string): string {
  return (
    foldText(text)
      .replaceAll(elided, ' ')
      // The number of 1C belongs to a name.
      .replaceAll(/\b\d+(?:[.,]\d+)?(?!\d|[bcdefgs](?![\p{L}\p{N}]))\s*\+?/gu, ' ')
      .split(/\s+/)
      .filter((word) => !dropped.has(word.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}+#]+$/gu, '')))
      .join(' ')
  )
}

/** Words and signs between alternatives. */
export const orWord = /(?:^|[\s,;(])(?:or|oder|bzw\.?|ou|o|u|sau|ori)(?=[\s,;)]|$)|[/|]/iu

/** What stands between the members of a list: "Kafka, RabbitMQ", "BOB 50 ou de WinBooks". */
export const listGap =
  /^(?:\s\d{1,3}(?!\d))?[\s,;/|()&+–-]*(?:(?:and|und|et|y|e|și|si)[\s,;/|()]*|(?:or|oder|ou|o|u|sau)[\s,;/|()]*(?:(?:in|with|of|a|an|the|im|mit|von|einer?|einem|en|de|du|des|d['’]|un|une|avec|con|una|del|în|cu|din|pe)\s*)?)?$/iu

const similarRole =
  /\b(?:similar|comparable|same|equivalent|this)\s+(?:\w+\s+)?(?:role|position|job|post|function)|vergleichbare[nrm]?\s+(?:position|funktion|tatigkeit|stelle)|ahnliche[nrm]?\s+(?:position|funktion|stelle)|(?:poste|fonction)s?\s+(?:similaire|equivalent|comparable)|(?:puesto|funcion|posicion|cargo)e?s?\s+(?:similar|equivalente|parecid)|(?:post|pozitie|functie|rol)\w*\s+similar/

export function asksForSimilarRole(text: string): boolean {
  return similarRole.test(foldText(text))
}
