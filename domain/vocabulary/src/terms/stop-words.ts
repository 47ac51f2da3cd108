// Words that are not terms: words without a meaning of their own in the five languages that are supported, and words that
// reveal nothing but a person's gender. They are dropped for jobs and talents alike. A word that also names something
// that jobs ask for stays ("care", "AI"), though another language uses it as a pronoun.

/** Articles, prepositions, conjunctions, pronouns and auxiliary verbs, without accents. */
const functionWords: Readonly<Record<string, string>> = {
  english: `
  an the this that these those some any each every all both few more most other such own same than too very just
  also and or but nor so yet if then else because as until while of at by for with about against between into
  through during before after above below to from up down in out on off over under again further once here there
  when where why how me my myself we us our ours ourselves you your yours yourself yourselves it its itself they
  them their theirs themselves who whom whose which what am is are was were be been being have has had having do
  does did doing done can could will would shall should may might must not no don only via per etc eg ie within
  without upon among across along around toward towards like well able she he`,
  german: `
  der die das des dem den ein eine einer eines einem einen kein keine keiner keinen keinem und oder aber sondern
  denn doch sowie bzw als wie wenn weil dass ob damit um zu zum zur im vom beim ans ins auf aus bei bis durch fur
  gegen hinter mit nach neben ohne seit uber unter von vor wahrend wegen zwischen innerhalb ausserhalb inkl ca zb
  ich du wir ihr mich dich uns euch mir dir ihnen mein meine meiner meinen meinem dein deine deiner deinen deinem
  unser unsere unserer unseren unserem euer eure eurer sein seine seiner seinen seinem ihre ihrer ihren ihrem sich
  selbst dies diese dieser dieses diesem diesen jene jener jede jeder jedes jedem jeden alle allen aller alles
  welche welcher welches wer wo wann warum ist sind war waren bin bist wird werden wurde wurden worden geworden
  sei seien hat haben habe hatte hatten kann konnen konnte konnten soll sollen sollte sollten muss mussen musste
  mussten darf durfen wollen mochte mochten mag nicht nur auch noch schon sehr mehr da dort hier dann nun jedoch
  etwa ebenso je pro man es er sie ihm ihn`,
  french: `
  le la les un une de au aux ce cet cette ces mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs et
  ou mais donc ni que qui quoi dont quand comme si lorsque puisque afin ainsi dans par pour en vers avec sans sous
  sur chez entre apres avant depuis pendant contre selon jusque jusqu lors tu nous vous ils elles te se moi toi
  soi lui ne pas plus moins tres trop tout toute tous toutes aussi meme etre suis est sommes etes sont ete etait
  etaient sera seront soit avoir avons avez ont avait aura auront ayant peut peuvent doit doivent fait il elle qu`,
  spanish: `
  el los las lo una unos unas del al ante bajo con contra desde durante hacia hasta mediante para por segun sin
  sobre tras quien quienes cual cuales cuyo cuya cuando donde como pero sino porque pues aunque ya muy mas menos
  tambien tan tanto este esta estos estas ese esa esos esas aquel aquella esto eso mi mis tus su sus nuestro
  nuestra nuestros nuestras vuestro vuestra yo nosotros vosotros usted ustedes ellos ellas os ser soy eres somos
  sido siendo era eran fue fueron seran estar estoy estamos estan haber ha hemos han habia hay haya tener tiene
  tienen poder puede pueden debe deben cada todo toda todos todas otro otra otros otras ella`,
  romanian: `
  unei unui unor niste ale cel cea cei cele lor din pe pentru cu fara sub peste prin spre dupa intre catre dintre
  dintr intr printr despre pana asupra langa sau ori dar iar insa ci deci daca desi fiindca deoarece cand unde cum
  cat cine nu mai foarte tot toate toti toata doar numai inca deja eu noi voi ei ele mea meu mei mele tau tai tale
  sai sale nostru noastra nostri noastre vostru voastra isi va imi iti ii sunt esti suntem sunteti erau fi fost
  fiind vei veti avem aveti avea avand avut poate pot putea trebuie acest aceasta acesta aceste acestea acestei
  acestui acestor acel acea acei astfel precum fiecare alt alta alte alti dvs dumneavoastra ea`,
}

/** No score may depend on these words. */
const genderWords = `
  he him his himself she her hers herself mr mrs ms miss sir madam man men woman women male female males females
  boy girl boys girls husband wife father mother dad mom mum son daughter brother sister gentleman gentlemen lady
  ladies domnul domn doamna domnisoara dl dna barbat barbati femeie femei sot sotie sotul sotia tata mama fiu
  fiica baiat fata nascut nascuta el ea lui ei herr herrn frau frauen mann manner weiblich mannlich herren damen
  dame vater mutter ehemann ehefrau sohn tochter geborene geborener monsieur madame mademoiselle mme mlle homme
  femme hommes femmes pere mere mari epoux epouse fils fille garcon nee senor senora senorita sr sra srta hombre
  mujer hombres mujeres padre madre esposo esposa marido hijo hija nacido nacida masculin feminin masculino
  femenino femenina masculina signor signora uomo donna frere soeur sœur frate fratele sora sorei
  hermano hermana witwer witwe widower widow veuf veuve viudo viuda vaduv vaduva marie mariee amo ama
  celui celle dona d.a insusi insasi`

/** All of these words, without case and accents. */
export function stopWords(): ReadonlySet<string> {
  const all = [...Object.values(functionWords), genderWords].join(' ')
  return new Set(all.split(/\s+/).filter((word) => word !== ''))
}
