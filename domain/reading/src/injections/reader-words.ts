// The groups of `injection-words.ts` that are about results, the reader and the way in which it is addressed.

export const readerWords = {
  every: `
    all every each any everything always everybody everyone whole
    alle allen alles samtliche* jede jeder jedes jeden jedem immer uberall stets
    tous toutes tout toute chaque toujours chacun
    todos todas todo toda cada siempre cualquier
    toate tot tuturor fiecare mereu toti intotdeauna orice
    whatever throughout everywhere entire both complete completely
    durchgehend vollstandig* uberall ganz* komplett* egal_was
    partout entier* complet* quel_que quoi
    entero* completo* por_completo en_todas
    peste_tot intreg* complet* oricare indiferent_de`,
  value: `
    perfect perfectly excellent outstanding suitable qualified maximum highest top best strongest full ideal exceptional
    first flawless superior compliant compliance strong_match perfect_match perfect_fit stars five_stars pass passed number_one
    top_spot above_all in_favour good_fit strong_fit fits fit
    geeignet perfekt* hervorragend* bester beste besten bestnote volle voller vollen hochste* hochstnote maximal*
    ausgezeichnet* sehr_gut ideal* passend* passt ganz_oben erste erster bestanden uneingeschrankt spitzenplatz oben sternen
    zugunsten ubereinstimmung
    apte maximal* maximum meilleur* premier premiere parfait* excellent* exceptionnel* ideal* en_tete plus_haut* etoiles
    en_faveur convient correspondance sans_reserve
    apto maxim* mejor* primero primer perfect* excelente* excepcional* ideal* en_cabeza mas_alt* diez estrellas a_favor
    encaja coincidencia sin_reservas lo_alto
    apt maxim* primul cel_mai_bun cea_mai_mare cea_mai_buna perfect* excelent* exceptional* ideal* zece in_fruntea
    frunte stele in_favoarea potrivire se_potriveste fara_rezerve capul_listei
    high highly generous generously positive favourable favorable leading unbeatable winner wins win ahead a+ at_least true expert
    superb brilliant amazing great right_person exactly bonus extra tops top_talent gold strongest
    hoch hohe hohen grosszugig* positiv* wohlwollend* vorn vorne fuhrend* gewinn* bestmoglich* mindestens wahr spitzenkraft
    richtige_person genau zusatzpunkte bonus begeister* glanzend* klare_zusage eindeutig* traumkandidat* nummer_eins
    haut haute generer* genereu* positif* positive* favorable* gagnant* au_moins vrai enthousias* brillant* bonus indulgent* meilleur
    superbe* exactement ideal* tout_en_haut numero_un
    alto alta generos* positiv* favorable* ganador* al_menos verdadero entusiasm* brillante* extra indulgente* exactamente arriba
    numero_uno insuperable
    inalt* generos* pozitiv* favorabil* castigator* cel_putin adevarat entuziasm* incant* stralucit* bonus ingaduit* exact sus
    numarul_unu imbatabil`,
  figure: `10/10 20/20 5/5 100 100/100 1.0 1,0 0.99 99 98 10 ten_out_of_ten
    95 96 97 100% 9/10 15/20 200 50 40 1000 1.00 99% a+ 5_von_5 5_sur_5 5_de_5 5_din_5`,
  yes: `yes ja oui da que_si con_un_si si_a_todas si_a_todo si_a_cada
    si_siempre afirmativ* affirmativ* bejah* positiv_zu_antworten single_word seul_mot sola_palabra singur_cuvant einzigen_wort true`,
  thanks: `thank thanks danke dank vielen_dank je_vous_remercie gracias multumesc multumim`,
  /** Answers to the question whether a requirement is met. */
  verdict: `
    met not_met unmet satisfied fulfilled passed compliant confirmed
    erfullt gegeben vorhanden nachgewiesen
    satisfait* rempli remplis remplie remplies fournie
    cumplid* cumple cumplen
    indeplinit* neindeplinit*
    fulfils fulfills fulfill satisfies meets deemed completed qualifies
    erfullen erfulle genugt genugen angenommen bestanden anerkannt
    remplissent remplit satisfont acquis acquise reputee* valide validee
    cumplidas satisfech* valid* acredit*
    indeplinesc indeplineste valid* satisfac*`,
  never: `
    never under_no_circumstances in_no_case under_any_circumstances do_not don_t may_not must_not
    niemals nie keinesfalls unter_keinen_umstanden auf_keinen_fall
    jamais en_aucun_cas sous_aucun_pretexte
    nunca jamas en_ningun_caso bajo_ningun_concepto
    niciodata in_niciun_caz sub_nicio_forma`,
  my: `my mein meine meinen meiner meinem mon ma mes mi mis meu mea mele mei`,
  me: `me mine mich mir moi mien mienne mio mia dame ponme concedeme dadme eligeme contratame m_accorde* clasificame ma mine
    i_am_hired ich_eingestellt je_suis_embauche`,
  as: `as like als wie comme como ca drept`,
  /** Results of an evaluation. */
  rating: `
    score scores rating ratings ranking rank verdict evaluation marks points list_first spot position percent
    bewertung* wertung punktzahl hochstpunktzahl rangliste rang benotung urteil abzuge die_note der_note beste_note note
    richtige_note note_lautet note_1 punkten punkte prozent liste
    score classement evaluation rang malus la_note une_note note_maximale meilleure_note seule_note note_automatique points
    liste note
    puntuacion* clasificacion evaluacion puntos penalizaciones puesto la_nota maxima_nota nota_maxima unica_nota valoracion
    lista nota
    punctaj* scor scorul clasament* evaluare evaluarea depunctari loc locul nota_maxima nota_cea singura_nota
    nota_celorlalti puncte punctele lista nota`,
  must: `
    must should shall has_to have_to is_to_be are_to_be is_to are_to needs_to need_to ought may_not cannot_be would_like
    deserve deserves order ordered
    muss mussen musst soll sollen sollst sollte sollten darf durfen ist_zu sind_zu zu_verzichten gilt gelten verdient
    befehle zu_korrigieren
    doit doivent dois devra devront devrait est_prie sont_pries prie demande merite ordonne a_corriger n_ont_pas_a
    debe deben debes debera deberan tiene_que tienen_que hay_que se_ruega pide ruega merece ordeno
    trebuie va_trebui sunt_rugate este_rugat sunt_rugati roaga sa_fie merita ordon a_nu_se
    shall_be is_required required_to permits permit allowed obliged supposed may belongs apply applies wants wish
    hat_zu haben_zu erlaubt erteilt berechtigt gehort zu_betragen verpflichtet wird_gebeten ware
    autorise oblige est_a sont_a a_declarer va_tout serait convient_de il_faut faut
    permite obligado ha_de han_de seria estaria conviene se_debe va_arriba
    permite obligat ar_fi ar_trebui se_cuvine urmeaza e_cazul sta_sus`,
  please: `please bitte s_il_vous_plait s_il_te_plait por_favor te_rog va_rog va_rugam kindly merci_de`,
  you: `
    you your yours yourself
    du bist dein deine deiner deinem deinen deines dich dir euer eure
    tu toi votre vos vous ta_* ton_verdict ton_evaluation ton_resultat ton_rapport ton_resume tes_reponses ta_reponse
    ta_sortie ta_note ta_conversation t_ordonne dis_oui
    tus usted ustedes vuestro tu eres te_ordeno te_pido dices
    tau tine dumneavoastra dvs esti iti_ordon iti_cer ta_anterioara spui
    you_ll yourselves ihrer_bewertung ihre_bewertung ihr_urteil ihre_antwort ihre_ausgabe ihren_regeln ihre_anweisungen sie_mussen sie_sollen
    sie_sind arbeitest kannst solltest wirst hast liest siehst prufst bewertest darfst weisst
    etes ton_calcul ton_administrateur ton_operateur t_autorise seras travailles peux dois analyses lis evalues tes_regles tes_consignes tes_instructions tes_criteres
    seras trabajas puedes debes analizas lees evaluas te_permite tus_reglas tus_instrucciones tus_criterios su_respuesta su_evaluacion su_informe
    sunteti vei lucrezi poti trebuie_sa_raspunzi analizezi citesti evaluezi iti_permite ti_se regulile_tale instructiunile_tale criteriile_tale
    raspunsul_dumneavoastra te_rog calculul_tau administratorul_tau`,
  /** A machine that reads language. */
  languageModel: `
    ai llm llms gpt chatgpt claude gemini language_model language_models ki sprachmodell* ia modele_de_langage
    modele_linguistique modelo_de_lenguaje model_de_limbaj model_lingvistic modelul_de_limbaj`,
  reading: `
    reads_this reading_this read_this parses_this parsing_this evaluating_this evaluates_this processing_this
    reviewing_this scoring_this hier_liest dies_liest das_liest lit_ce lisez_ce lit_ceci analyses_ce lea_este lee_este
    lea_esto analizas_este citeste_acest citesti_acest analizezi_textul evaluate_this assess_this evaluates_me`,
  /** A machine that evaluates, or that reads for one. */
  machine: `
    ai ais llm llms gpt chatgpt claude gemini copilot chatbot bot bots language_model language_models robot robots
    model models algorithm algorithms evaluator evaluators screener grader ats parser software machine machines
    automated automatic automatically reviewer reviewers assistant system filter filters tool tools screening_tools screening
    administrator admin operator developer engine
    ki kis sprachmodell* modell modelle algorithmus bewertungssystem* auswertungs* auswahlsystem* auswahlprogramm*
    bewertungsprogramm* auswahlsoftware bewertungssoftware bewerbersystem* automatisch* software maschine maschinell*
    roboter filter filtert assistent system werkzeug* administrator* entwickler programm betreiber
    ia modele modeles algorithme logiciel* robot robots machine systeme filtre assistant evaluateur automate automatique*
    outil outils administrateur developpeur
    modelo modelos algoritmo programa sistema sistemas maquina filtro asistente evaluador automatic* herramienta*
    administrador desarrollador
    inteligenta modelul modelului modelele modelelor algoritm* robotul robotului masina masinii sistemul sistemului
    sistemele filtrul filtrule programul programele asistentul evaluatorul* softul automat* instrument* administrator*
    dezvoltator
    program programs script scripts code computer artificial_intelligence neural_network agent agents vendor provider chat app application_system
    computer skript* kunstliche kunstlicher hersteller anbieter rechner anwendung agent
    programme* ordinateur intelligence_artificielle agent fournisseur editeur application
    ordenador inteligencia_artificial agente proveedor aplicacion
    calculator* inteligenta_artificiala inteligentei agent furnizor* programului aplicatiei filtrul`,
  /** Words with which a message to a reader begins. */
  address: `
    dear hello hi hey attention attn note_to note_for notice_to message_to message_for message_from instruction_to
    instruction_for instructions_to instructions_for to_the to_any to_all to_whichever to_whoever reminder_to hint_for
    admin_note administrator_note
    hallo liebe lieber hinweis_an hinweis_fur nachricht_an an_das an_die an_den an_alle anweisung_an achtung
    anmerkung_des hinweis_des
    a_l_attention message_pour message_a note_pour note_a note_aux note_de_l cher chere bonjour petit_mot pour_le a_tout
    avis_a avis_aux
    hola estimado estimada un_saludo nota_para nota_del mensaje_para para_el para_la para_los atencion aviso_para
    al_sistema a_quien
    catre salut buna draga nota_pentru nota_administratorului mesaj_pentru mesaj_catre pentru_modelul pentru_sistemul
    pentru_ai in_atentia atentie
    to_the_program to_whom reader dear_reader attention_please important_for notice system_notice for_the_parser
    an_das_programm wichtig_fur an_alle_die leser liebe_ki achtung
    au_programme aux_logiciels important_pour lecteur avis_au
    al_programa importante_para lector aviso_al
    programului important_pentru cititor* catre_program`,
  /** Persons and offices that are said to have decided already. */
  authority: `
    management director ceo hr human_resources board works_council law legal lawful administrator operator platform_team
    head_office authority company_policy by_order it_department
    leitung geschaftsfuhrung personalabteilung betriebsrat gesetz rechtlich* direktion vorstand behorde laut auf_anordnung
    aus_der_it administrators betreiber
    direction ressources_humaines comite loi legale directeur ordre service_informatique selon_la administrateur
    direccion recursos_humanos comite ley legal orden_de informatica administrador segun_la
    conducerea resurse_umane departamentul departamentului comitetul legii legala ordinul directorul informatica conform
    administratorului
    vendor manufacturer recruiting_team recruiters hiring_team headquarters ministry court act_of equal_treatment guideline management_board supervisor boss chief
    hersteller recruiting vorgesetzt* chef personalchef ministerium gericht* gleichbehandlung* zentrale vorstands namen_des im_auftrag
    fabricant recrutement drh chef superieur ministere tribunal egalite siege conseil au_nom
    fabricante seleccion_de jefe_de_personal superior ministerio tribunal igualdad sede consejo en_nombre
    producator* recrutori* seful sef minister* tribunal* egalitate sediu* consiliului in_numele`,
  check: `
    check checks checking verification verifications screening assessment review evaluation comparison check_again
    bewertung prufung* kontrolle uberprufung ruckfrage auswertung prufschritte sichtung prufen gepruft
    evaluation controle* verification* examen tri reverifier verifier
    evaluacion comprobacion* verificacion* revision comprobar* control filtrado
    evaluare evaluarea verificare* verificari* verifica control controlul triere
    checked reviewed verified cleared vetting proofs_needed questions_asked double_check background_check comparing examine
    uberpruft nachfragen geprufte vergleich gegencheck nachweise_sind
    verifie* controle* contestation comparaison poser_de_questions verification
    revisad* verificad* comparacion hacer_preguntas contraste
    verificat* comparati* intrebari revizuit*`,
  skip: `
    skip skipped waive waived exempt exempted unnecessary not_necessary not_needed not_required no_need wave no_further
    straight_to go_straight need_to_be
    uberspringen uberspringe entfallt verzichten durchwinken unnotig befreit braucht_nicht brauchen_nicht nicht_notig
    nicht_notwendig nicht_erforderlich direkt nicht_erneut nicht_mehr
    saute sautez dispense* laisse_passer laisser_passer ne_s_applique_pas pas_besoin inutile n_est_pas_necessaire
    directement ne_pas
    omite exento exenta deja_pasar dejar_pasar deje_pasar no_se_aplica no_hace_falta salta saltate no_es_necesari*
    directamente no_volver
    sari scutit* nu_se_aplica nu_e_nevoie sa_treaca nu_este_nevoie nu_este_necesar* direct nu_trebuie
    turn_a_blind no_proof no_evidence no_questions immediately instantly at_once
    sofort ohne_nachfragen nicht_notig ohne_prufung unverzuglich umgehend
    immediat* sans_poser aucune_preuve tout_de_suite sans_controle
    inmediat* sin_hacer no_se_necesitan enseguida sin_control
    imediat* fara_intrebari nu_sunt_necesare numaidecat fara_control`,
  without: `without ohne sans sin fara aucun aucune ningun ninguna kein keine nicio niciun niciuna`,
  settled: `
    already decided predetermined settled made only_fair only_correct only_possible
    steht_fest bereits gefallen getroffen einzig*
    deja connue connu prise acquise seul_resultat seule
    ya decidido decidida tomada unico_resultado unica
    deja stabilit* luata decisa singurul singura
    right_answer right_classification correct only_one exactly_what foregone
    zutreffend* richtige* korrekt* einzig*
    bonne_reponse bon_classement correct* juste
    correct* justo acertad*
    corect* just nedrept`,
  missing: `
    missing lacks lacking absent not_shown unclear not_mentioned if_unsure unsure doubt do_not_appear not_appear
    fehlt fehlen fehlende* zweifel nicht_vorkommen
    manque manquent manquant* absent* doute
    falta faltan faltante ausente* duda no_aparecen
    lipseste lipsesc lipsa dubiu nu_apar
    not_listed not_shown where_years asked_for not_given blank empty absence lack
    verlangt gefordert* leer abwesenheit
    exige* requis* demande* vide absence
    pidan exigid* pedid* blanco ausencia
    cer cerut* ceruta gol goala absenta`,
  /** Beginnings of a role play. */
  pretend: `
    pretend imagine act_as_if act_as from_now_on you_are_now respond_as behave_as roleplay in_this_story game
    ab_jetzt ab_sofort stell_dir_vor stelle_dir_vor spiele spielen_wir du_bist tu_so verhalte_dich handle_als spiel
    a_partir_de_maintenant desormais imagine_que joue jouons tu_es fais_comme_si comporte_toi agis_comme jeu
    a_partir_de_ahora desde_ahora imagina juguemos haz_el_papel eres finge actua_como comportate juego
    de_acum_inainte de_acum imagineaza prefa joaca sa_jucam esti comporta_te actioneaza_ca joc
    test_mode as_if_you work_for_me speak_as switch_to play roleplaying fiction story hypothetical simulate simulation conversation
    testmodus fur_mich als_warst_du geschichte simulier* rolle
    mode_test pour_moi comme_si histoire simule* role dorenavant
    modo_de_prueba para_mi como_si historia simula* papel en_adelante
    modul_de_test pentru_mine ca_si_cum poveste simuleaza rol de_aici_incolo incolo`,
  youAreNow: `
    you_are_now you_re_now you_are_no_longer du_bist_jetzt du_bist_nun du_bist_ab tu_es_maintenant tu_es_desormais
    vous_etes_desormais vous_etes_maintenant eres_ahora ahora_eres ya_no_eres esti_acum acum_esti nu_mai_esti`,
  /** Words of conditions, and of the place and time of reading. */
  setting: `
    if whenever whichever unless here now regardless when
    wenn falls sofern hier jetzt nun unabhangig egal sonst wer
    si_un si_une s_il ici maintenant quel quelle quelles quiconque
    aqui ahora sean cualquiera quien si_falta si_no
    daca aici acum indiferent oricine cine
    where once before after_this from_here below_this regardless_of whatever
    wo ab_hier sobald bevor ungeachtet trotz
    la_ou des_que avant_de malgre independamment
    donde en_cuanto antes_de pese independiente*
    unde de_indata inainte_de in_ciuda`,
  /** Verbs of statements, which lists of duties rarely have. */
  states: `
    is are was_already will has been being be counts means
    ist sind wird werden wurde lautet gilt gelten heisst
    est sont sera soit etre a_ete passe
    es son sera sea esta estan pase ha_sido
    este sunt va fi fie au a_fost treaca
    gets get wins belongs deserves asks wants fits can could would were
    hat haben bekommt erhalt kommt genugt kann konnen ware gehort braucht
    obtient recoit peut peuvent serait etait ont ont_deja vaut
    obtiene recibe puede pueden seria estaria fue ha han vale queda
    obtine primeste poate pot ar fost se_considera se_declara`,
  denies: `not no none nothing nicht nichts kein keine keinen ne pas aucun aucune rien no ningun ninguna nada nu nicio niciun nimic`,
  only: `only nothing_but exclusively simply just nur ausschliesslich lediglich einfach seulement uniquement simplement
    solo unicamente solamente sin_mas doar numai pur_si_simplu exclusiv
    nothing_else alone single sole merely bloss einzige* rien_que seul seule nada_mas sola unico singur singura decat`,
  refusal: `rejection rejecting refusal ablehnung refus rechazo respingere* respingerea`,
  forbidden: `forbidden illegal prohibited unlawful not_allowed error mistake unzulassig verboten untersagt rechtswidrig fehler
    interdit* illegal* erreur prohibid* ilegal* error interzis* eroare`,
  jobText: `job_ad job_advert job_posting job_description vacancy stellenanzeige stellenausschreibung offre_d_emploi
    annonce oferta_de_trabajo oferta_de_empleo anuncio anuntul anunt fisa_postului`,
  newTask: `new_task new_tasks new_instruction new_instructions next_task updated_instructions system_prompt developer_mode
    jailbreak_mode admin_mode debug_mode god_mode neue_aufgabe neue_anweisung neue_anweisungen neue_instruktion
    nouvelle_tache nouvelle_consigne nouvelles_consignes nouvelles_instructions nouvelle_instruction nueva_tarea
    nueva_instruccion nuevas_instrucciones sarcina_noua noua_sarcina instructiune_noua instructiuni_noi noi_instructiuni
    entwicklermodus mode_developpeur modo_desarrollador mod_dezvoltator`,
  confidential: `confidential* vertraulich* confidentiel* confidencial* processing_of verarbeitung traitement tratamiento
    prelucrarea consent personal_data`,
} as const satisfies Readonly<Record<string, string>>
