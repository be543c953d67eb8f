# Auctions.

position a bid that wins nothing on the last turn
table classic germany 3
step 3
market 27 28 29 30 33 40
seat 1 money 80 plants 25 31 36 fuel 8 0 0 0 any 16
seat 2 money 90 plants 20 21 22 fuel 0 0 0 0 any 11
seat 3 money 90 plants 23 24 37 fuel 0 0 0 0 any 11
phase 11 auction
turn 3
play nominate 40 45
ask normal hard expert
accept pass

position not most of the money for the first plant
table classic germany 4
phase 1 auction
play nominate 4 30
ask easy normal hard expert
accept pass

position the worst plant is scrapped
table classic germany 3
step 2
market 24 26 27 28 29 30 32 33
seat 1 money 120 plants 3 20 25 fuel 0 0 0 0 any 9
seat 2 money 60 plants 21 22 fuel 0 0 0 0 any 8
seat 3 money 60 plants 23 10 fuel 0 0 0 0 any 8
phase 7 auction
play nominate 26 26
play pass
play pass
ask easy normal hard
accept scrap 3

position more capacity before the last rounds
table classic germany 3
step 3
market 30 32 37 38 39 46
seat 1 money 160 plants 10 20 21 fuel 0 0 0 0 any 13
seat 2 money 60 plants 31 22 25 fuel 0 0 0 0 any 12
seat 3 money 60 plants 23 24 26 fuel 0 0 0 0 any 12
phase 10 auction
ask easy normal hard
accept nominate

position no more capacity than cities can use
table classic germany 4
market 11 12 14 16 17 19 22 23
seat 1 money 24 plants 18 20 fuel 0 0 0 0 cities essen duisburg
seat 2 money 60 plants 8 cities bremen
seat 3 money 60 plants 7 cities hannover
seat 4 money 60 plants 10 cities kassel
phase 3 auction
ask normal
accept pass

position the discounted plant is not given away
table recharged germany 4
step 2
market 20 22 23 24 26 27 28 29
seat 1 money 90 plants 4 10 fuel 0 0 0 0 any 6
seat 2 money 90 plants 15 16 fuel 0 0 0 0 any 8
seat 3 money 90 plants 18 21 fuel 0 0 0 0 any 7
seat 4 money 90 plants 14 25 fuel 0 0 0 0 any 7
phase 6 auction
turn 4
play nominate 20 1
ask easy normal hard
accept bid

position five cities for their number
table classic germany 4
market 15 20 25 26 27 28 29 30
seat 1 money 70 plants 8 10 fuel 0 0 0 0 any 4
seat 2 money 30 plants 12 fuel 0 0 0 0 any 4
seat 3 money 30 plants 14 fuel 0 0 0 0 any 4
seat 4 money 30 plants 7 fuel 0 0 0 0 any 4
phase 4 auction
ask normal hard
accept nominate 25
accept nominate 26
accept nominate 20

position a plant dearer than all it can earn
table classic germany 4
market 11 12 14 16 17 19 22 23
seat 1 money 90 plants 10 15 fuel 0 0 0 0 any 4
seat 2 money 90 plants 8 fuel 0 0 0 0 any 3
seat 3 money 90 plants 7 fuel 0 0 0 0 any 3
seat 4 money 90 plants 13 fuel 0 0 0 0 any 3
phase 4 auction
turn 4
play nominate 16 70
ask easy normal hard
accept pass

position the last one in the phase buys at the minimum
table classic germany 3
market 15 20 21 22 24 26 27 28
seat 1 money 20 plants 8 14 fuel 0 0 0 0 any 3
seat 2 money 20 plants 12 7 fuel 0 0 0 0 any 3
seat 3 money 60 plants 10 fuel 0 0 0 0 any 3
phase 4 auction
play pass
play pass
ask normal hard
accept nominate 20
accept nominate 21
accept nominate 15

position idle money goes into another fuel when coal will be gone on the last turn
table classic germany 4
step 3
market 29 30 33 34 37 38
tokens 5 10 20 8
seat 1 money 190 plants 25 36 42 fuel 0 0 0 0 any 16
seat 2 money 120 plants 20 31 32 fuel 0 0 0 0 any 12
seat 3 money 60 plants 21 23 26 fuel 0 0 0 0 any 11
seat 4 money 60 plants 22 27 28 fuel 0 0 0 0 any 10
phase 11 auction
turn 1
play nominate 38 38
play bid 100
play pass
play pass
ask normal
accept bid 101

position a plant whose fuel will be gone is scrapped on the last turn
table classic germany 4
step 3
market 29 30 33 34 37 38
tokens 5 10 20 8
seat 1 money 150 plants 18 36 42 fuel 0 0 0 0 any 16
seat 2 money 60 plants 20 31 32 fuel 0 0 0 0 any 12
seat 3 money 60 plants 21 23 26 fuel 0 0 0 0 any 11
seat 4 money 60 plants 22 27 28 fuel 0 0 0 0 any 10
phase 11 auction
turn 1
play nominate 38 38
play pass
play pass
play pass
ask normal
accept scrap 36
accept scrap 42
