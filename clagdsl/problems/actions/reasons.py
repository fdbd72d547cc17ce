"""Why something may not be done: a reason for every refused bid, call, name and card.

Each function makes the reason of one code; its docstring is the page that `clagdsl explain`
prints.  A reason says what rule is in the way, and what would be allowed.
"""

from clagdsl.problems.actions.illegal_calls import bid_outside as bid_outside
from clagdsl.problems.actions.illegal_calls import called_twice as called_twice
from clagdsl.problems.actions.illegal_calls import each_bid_broken as each_bid_broken
from clagdsl.problems.actions.illegal_calls import last_bid_broken as last_bid_broken
from clagdsl.problems.actions.illegal_calls import more_than_one as more_than_one
from clagdsl.problems.actions.illegal_calls import no_such_choice as no_such_choice
from clagdsl.problems.actions.illegal_calls import not_an_order as not_an_order
from clagdsl.problems.actions.illegal_calls import not_exactly_one as not_exactly_one
from clagdsl.problems.actions.illegal_calls import order_wanted as order_wanted
from clagdsl.problems.actions.illegal_calls import suit_wanted as suit_wanted
from clagdsl.problems.actions.illegal_cards import face_taken as face_taken
from clagdsl.problems.actions.illegal_cards import must_follow as must_follow
from clagdsl.problems.actions.illegal_cards import not_held as not_held
from clagdsl.problems.actions.illegal_cards import not_on_top as not_on_top
from clagdsl.problems.actions.illegal_cards import not_wild as not_wild
from clagdsl.problems.actions.illegal_cards import nothing_wild as nothing_wild
from clagdsl.problems.actions.illegal_cards import unnamed_wild as unnamed_wild
from clagdsl.problems.actions.illegal_cards import wild_must_follow as wild_must_follow
from clagdsl.problems.actions.illegal_deals import match_over as match_over
from clagdsl.problems.actions.illegal_deals import no_bidding as no_bidding
from clagdsl.problems.actions.illegal_deals import not_a_pack as not_a_pack
from clagdsl.problems.actions.illegal_deals import not_now as not_now
from clagdsl.problems.actions.illegal_deals import not_understood as not_understood
from clagdsl.problems.actions.illegal_deals import nothing_to_call as nothing_to_call
from clagdsl.problems.actions.illegal_deals import nothing_to_name as nothing_to_name
from clagdsl.problems.actions.illegal_deals import size_outside as size_outside
from clagdsl.problems.actions.reason import Reason as Reason
from clagdsl.problems.actions.reason import cited as cited
from clagdsl.problems.actions.reason import listed as listed
