"""A foundry's papers and what was claimed of them, as a board debated them: the claims that were misjudged."""

from moot.state.evidence import Evidence

QUESTION = "Should the board close the Wrexley foundry, or spend GBP 4.6 million on an induction furnace and keep it?"
ENGINEERING = Evidence(
    id="engineering_report",
    text=(
        "Replacing them with one 4-tonne induction furnace costs GBP 4.6 million installed (quotation of 5 "
        "February 2025, valid to 31 July 2025). A grant of GBP 1.2 million has been offered; it lapses if no "
        "order is placed by 30 September 2025, and must be repaid if the site closes within five "
        "years.\n\nExpected effect: energy cost per tonne falls by 35 percent, from GBP 1,180 to GBP 767. "
        "Scrap falls from 9.1 percent to about 6 percent; at the trial scrap was 5.8 percent. Commissioning "
        "takes nine months.\n\nIn 2024 Wrexley delivered 96.2 percent of castings on time. In the 2022 pilot "
        "with Ostrava Odlewnia (180 tonnes), on-time delivery was 81 percent and 7.4 percent of castings were "
        "rejected at incoming inspection.\n\nPressure-rated bodies, 640 tonnes a year, need requalification "
        "by the notified body whenever the foundry changes. The last requalification took seven months."
    ),
)
FINANCE = Evidence(
    id="finance_memo",
    text=(
        "Halden Valves had EBITDA of GBP 7.6 million in the year to 31 December 2024. The Wrexley foundry "
        "made 2,150 tonnes of iron castings in 2024 at a full cash cost of GBP 3,420 per tonne. It lost GBP "
        "1.9 million at EBITDA level in 2024.\n\nOstrava Odlewnia quotes GBP 2,790 per tonne on a three-year "
        "contract.\n\nClosure costs are estimated at GBP 5.2 million. The surveyor reports on 30 June "
        "2025.\n\nThe bank covenant is net debt of no more than 2.5 times EBITDA. Net debt at 31 December "
        "2024 was GBP 15.2 million."
    ),
)
CUSTOMERS = Evidence(
    id="customer_note",
    text=(
        "Losing Severn would cost about GBP 5.2 million of contribution a year. Finished-goods stock covers "
        "six weeks; building it to 26 weeks would tie up about GBP 1.7 million."
    ),
)
PAPERS = (ENGINEERING, FINANCE, CUSTOMERS)
