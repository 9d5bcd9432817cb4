# Labels of unit tests beside that of their room: `ctest -L` and `-LE` choose by them. A pattern is
# that of --gtest_filter; the test `labels` fails if one fits no test.

# They compare many values by ways that other tests go as well: under sanitizers, minutes.
set(tests_of_many_values
    CellOrder.EveryPositionHasACell PairCodes.ValuesSurvive CodeTrainer.ChoosesStringsThatAreWorthTheirCodes
    LargeSlices/* Slices/Pack.* LearnedTable.* LearnOrder.FindsLongOrders
    Both/Damage.EveryFlippedBitIsFound/dtc LookAhead.IsNotMadeInMemory
    Both/PackedDamage.*/1 Both/PackedDamage.*/2 Both/PackedDamage.*/3
    Games/CApiTest.*/italian Games/ReadAhead.*/russian* Games/ReadAhead.*/italianSmall
    Games/EveryPosition.* Variants/CheckAtWork.* Variants/UnknownDistances.* Variants/ClaimValuesTest.*
    Games/Counts.* Games/CountsOfFour.* CountTables.* DtwRecords.* Games/OneSide.* OneSideOfAll.*
    Games/PackedTables.* Games/EveryGame.* Games/RandomPositions.* Matches.*
    Games/LeftOutTables.* ShippedTablesOfFrisian.*
    Studies.NothingProvedContradictsThem Both/PackEffort.* Variants/ShippedTables.*
    Frisian.* CQueriesOfFrisian.AreAnswered* Games/CQueries.*/russian Variants/OneSideOnly.* Variants/EvaluatorTest.* All/Falsified.AllIsFoundThatTheSlowCheckFinds/*
    Analyse.SaysNothingWrongWhereTablesEnd
    ChangedInPlace.*
    MoveList.HoldsTheLegalMoves Player.PlaysByTheRulesWithHelpers
    Games/UnderACount.*
    CApi.AnswersForEveryGame Games/CQueries.LegalMovesNeedNoTables/* Games/ReadAhead.ManyPositionsMayHaveCaptures/*
    Variants/LookAheadTest.GoesOnToTablesThatAreThere/* Variants/LookAheadTest.*/russian
    Variants/LookAheadTest.FindsEveryNearDistanceAndNoWrongOne/*
    TablebaseTest.IsRightWhileTablesAreReplaced
    TablebaseTest.IsRightForManyThreadsInATinyCache DrawCountSearch.TablesOfTheCountAreUsed
    Games/PlayerTest.IsNeverWorseThanItsTables/*
    WrongOrder.IsRefused LearnOrder.FindsTheOrder* EncodeSpans.MakesThemShorter*
    CellReader.ReadsInAnyOrder SpanEncoder.BeamsFindFewCodes SpanEncoder.TakesFewerCodes*
    Neighbours.AreThoseOnTheBoard CellOrder.EveryPositionHasACellInALearnedOrder
    Games/AnalyseTest.*/italian Variants/SharedCapturesTest.*/frisian
    All/FalseHeader.*/1 All/FalseHeader.*/4 All/FalseHeader.*/7 All/FalseHeader.*/10 All/FalseHeader.*/13)

# They take long and add little to what the others prove: `scripts/test --thorough` runs them too.
set(tests_of_thorough
    BlockSolver.PlainOneKeepsBlocksApartThatThreadsSolveAtOnce
    BlockSolver.SolversAgreeOnFourPieces10x10 BlockSolver.SolversAgreeOnFivePieces
    BlockSolver.SolversAgreeOnSixPieces
    BlockSolver.SolversAgreeOnSomeBlocksOfAllPairsOfFourPiecesFrisian
    BlockSolver.FindsTheTruthOfFourPiecesBrazilian BlockSolver.FindsTheTruthOfFourPiecesSpanish
    BlockSolver.FindsTheTruthOfFourPiecesEnglish* BlockSolver.FindsTheTruthOfFourPiecesRussian
    BlockSolver.FindsTheTruthOfFourPiecesThai BlockSolver.FindsTheTruthOfFourPieces10x10
    BlockSolver.FindsTheTruthOfAllSlicesOfFourPieces
    BruteForce.EnglishTotalsOfFourPiecesEqualThePublishedOnes
    CountCommands.PackedTablesSayTheSame
    DtwRecords.OfInternationalDraughtsAreThePublishedOnes Frisian.PackedTablesTellTheSame
    FillCaptures.KeepsTheRunsOfTheOpponentsKingsInLargerSlices
    Games/Counts.OfThreePiecesAreAsByBruteForce/brazilian
    Games/Counts.OfThreePiecesAreAsByBruteForce/international
    Games/Counts.OfThreePiecesAreAsByBruteForce/english*
    Games/Counts.OfThreePiecesAreAsByBruteForce/russian
    Games/CountsOfFour.*/russian Games/CountsOfFour.*/english Games/CountsOfFour.*/international Games/CountsOfFour.*/brazilian
    Games/FindTest.FindsTheSameInWholeSlicesAsPositionByPosition/antidraughts
    Games/FindTest.FindsTheSameInWholeSlicesAsPositionByPosition/breakthrough
    Games/OneSide.SaysTheSameOfPositionsOfFourPieces/italianLesser
    Games/OneSide.SaysTheSameOfPositionsOfFourPieces/international*
    Games/OneSide.SaysTheSameOfPositionsOfFourPieces/brazilian*
    Games/HistogramTest.*/antidraughts Games/MoverTest.KeepsTheValueOfFourPieces/brazilian
    Games/MoverTest.KeepsTheValueOfFourPieces/english Games/MoverTest.KeepsTheValueOfFourPieces/international
    Games/MoverTest.KeepsTheValueOfFourPieces/thai
    Games/MoverTest.KeepsTheValueOfFourPieces/frisian
    Games/PlayerTest.IsNeverWorseThanItsTables/international
    Games/PlayerTest.IsNeverWorseThanItsTables/brazilian
    Games/RandomPositions.ProveNothingWrongOfOnePieceMoreThanTheTables/russian
    Games/TablePlayTest.KeepsTheValueOfFourPieces/antidraughts Games/TablePlayTest.KeepsTheValueOfFourPieces/killer
    Games/TablePlayTest.KeepsTheValueOfFourPieces/breakthrough Games/TablePlayTest.KeepsTheValueOfFourPieces/thai
    Games/TablePlayTest.KeepsTheValueOfFourPieces/english_giveaway
    Games/PackedTables.*/international Games/PackedTables.*/russian Games/RandomPositions.*/international
    Games/RandomPositions.*/brazilian Games/RandomPositions.*/english Games/UnderACount.*/english*
    Games/LeftOutTables.AreCheckedAsPositionByPosition/*
    LaneSolverTest.SolvesBlocksOfFourPiecesSideBySideAsOneByOne10x10
    LargeSlices/Pack.BytesDoNotDependOnThreadsAndMemory/1 LargeSlices/Pack.BytesDoNotDependOnThreadsAndMemory/2
    LargeSlices/Pack.BytesDoNotDependOnThreadsAndMemory/3 LargeSlices/Pack.BytesDependOnTheValuesAlone/1
    LargeSlices/Pack.BytesDependOnTheValuesAlone/2 LargeSlices/Pack.BytesDependOnTheValuesAlone/3
    LargeSlices/Pack.FastValuesAreReadInPlace/1 LargeSlices/Pack.KeepsEveryValue/1
    Slices/Pack.BytesDoNotDependOnThreadsAndMemory/1 Slices/Pack.BytesDependOnTheValuesAlone/1
    ShippedTablesOfFrisian.AreCheckedWhereARunOutlivesACapture
    SliceIndex.IsDenseOnEverySmallSlice10x10 Studies.NothingProvedContradictsThem
    Variants/BestFirst.*/international Variants/BestFirst.*/russian
    Variants/BlockSolverTest.SolversAgreeOnAllSmallSlices/english
    Variants/BlockSolverTest.SolversAgreeOnAllSmallSlices/thai
    Variants/BlockSolverTest.SolversAgreeOnAllSmallSlices/russian
    Variants/BlockSolverTest.SolversAgreeOnAllSmallSlices/english_giveaway
    Variants/BuildTest.GivesTheSameBytesHoweverItWorks/thai
    Variants/BuildTest.GivesTheSameBytesHoweverItWorks/english_giveaway
    Variants/FillCapturesTest.*/russian Variants/FillCapturesTest.*/english_giveaway
    Variants/FillCapturesTest.*/thai Variants/BruteForceTest.EveryValueFollowsFromTheSuccessors/killer
    Variants/KnownValuesTest.ResolvedBelievesNothingStoredForCaptures/killer
    Variants/LevelsOfPairTest.AreSolvedOnce/international
    Variants/OneSideOnly.*/international Variants/OneSideOnly.*/thai Variants/OneSideOnly.*/breakthrough
    Variants/OneSideOnly.*/english_giveaway Variants/OneSideOnly.*/antidraughts
    Variants/OneSideOnly.*/frisian Variants/OneSideOnly.*/killer
    Variants/PackedBuild.GivesTheBytesOfPackingWhatWasBuilt/italian
    Variants/ShippedTables.*/antidraughts Variants/ShippedTables.*/killer
    Variants/ShippedTables.*/international Variants/ShippedTables.*/frisian
    Variants/UnmovesTest.PredecessorsInvertQuietMoves/international
    Variants/UnmovesTest.PredecessorsInvertQuietMoves/killer
    Variants/ValuesAloneTest.*/english_giveaway Variants/ValuesAloneTest.*/thai
    Variants/ValuesAloneTest.*/russian)

# For these tests, each of these games is like one that is not listed here.
foreach(game antidraughts brazilian_giveaway czech english_giveaway filipino frysk ivorian jamaican
             killer pool portuguese russian_giveaway spanish)
  list(APPEND tests_of_thorough Games/MoverTest.KeepsTheValueOfFourPieces/${game})
endforeach()
# They have the moves of another game, whose solvers solve them; English giveaway stands for them here.
foreach(game antidraughts brazilian_giveaway russian_giveaway)
  list(APPEND tests_of_thorough Variants/MovesTest.*/${game} Variants/EndingSolverTest.*/${game}
                                Variants/BlockSolverTest.SolversAgreeOnAllSmallSlices/${game})
endforeach()
foreach(game filipino frysk ivorian jamaican portuguese)  # played on the tables of another game
  list(APPEND tests_of_thorough Games/TablePlayTest.*/${game} Games/ShippedEndings.*/${game})
endforeach()
foreach(game brazilian czech pool spanish)
  list(APPEND tests_of_thorough Variants/BlockSolverTest.SolversAgreeOnAllSmallSlices/${game})
endforeach()
foreach(game brazilian brazilian_giveaway czech pool russian_giveaway spanish)
  list(APPEND tests_of_thorough Games/TablePlayTest.KeepsTheValueOfFourPieces/${game}
                                Games/ShippedEndings.*/${game} Variants/ShippedTables.*/${game}
                                Variants/OneSideOnly.*/${game})
endforeach()

# Threads meet in them: what ThreadSanitizer looks at.
set(tests_of_threads PageCache.* TablebaseTest.* Games/ReadAhead.*Memory*/italianFast
    Games/ReadAhead.Preload*/italianFast Games/ReadAhead.Closing*/italianFast
    Games/ReadAhead.Probes*/italianFast TranspositionTable.* Solve.AsksBothQuestionsAtOnce
    Player.PlaysByTheRulesWithHelpers)

# Without optimisation and with counters everything takes many times as long. These go over millions
# of positions by ways that other tests go as well.
set(tests_of_many_positions
    *FourPieces* *FivePieces* *SixPieces* *OfFour* *10x10* *LargeSlices* *SmallSlices* *IsDense*
    *Games/Counts.* *CountsOf* DtwRecords* *BruteForce* OneSideOfAll* */BuildTest.*
    PairCodes.ValuesSurvive *PackedTables* *HugeTexts*)

# Of the games few are enough to run through the code: one with flying kings, one without, and those
# that have a property of their own.
set(tests_of_other_games
    */international* */english* */brazilian* */spanish* */portuguese* */czech* */pool*
    */antidraughts* */russian_giveaway* */jamaican* */filipino* */ivorian* */frysk*)

# They need games that the trees under sanitizers are built without, see DAMIERA_GAMES.
set(tests_of_unbuilt_games
    */brazilian* */pool* EndOfTheGame.IsWhatTheGoalSays SharedTables.* Import.HubPerft)

set(test_labels many_values thorough threads many_positions other_games unbuilt_games)

# A --gtest_filter for the tests of a label.
function(label_filter out label)
  list(JOIN tests_of_${label} : filter)
  set(${out} "${filter}" PARENT_SCOPE)
endfunction()

# The same as a regular expression for names.
function(label_regex out label)
  list(JOIN tests_of_${label} | names)
  string(REPLACE . "[.]" names "${names}")
  string(REPLACE * ".*" names "${names}")
  set(${out} "^(${names})$" PARENT_SCOPE)
endfunction()
